<?php
// Protects a login with Assay. PHP 8.1 or newer with the curl extension or allow_url_fopen, no packages.
// Run once:  ASSAY_SECRET_KEY=sec_test_… ACCOUNT=force_challenge_ana php examples/php/protect_login.php
declare(strict_types=1);

final class Assay
{
    /** @param float $timeout how long a login may wait for the decision, seconds */
    public function __construct(private string $baseUrl, private string $secretKey, private float $timeout = 0.3)
    {
    }

    /**
     * Sends an event and returns its decision. Never throws: without an answer in time it fails open, and the event is sent
     * again after the response, with the same key, so that it is recorded at most once. A refused event does not fail open,
     * because visitors could then switch Assay off with malformed signals: it is sent again without the visitor's data, and if
     * it is refused again, the decision is `challenge`.
     *
     * @return array{decision: string, id: ?string, failed_open: bool}
     */
    public function assess(array $event): array
    {
        $deadline = microtime(true) + $this->timeout;
        foreach ([$event, array_diff_key($event, ['signals' => 0, 'user_agent' => 0])] as $sent) {
            $answer = $this->attempt($sent, max(0.01, $deadline - microtime(true)));
            if ($answer !== null) {
                return $answer;
            }
        }
        return ['decision' => 'challenge', 'id' => null, 'failed_open' => false];
    }

    /** The answer to an event, or null if it was refused. */
    private function attempt(array $event, float $timeout): ?array
    {
        // The time is set now, because the retry comes later.
        $body = json_encode($event + ['occurred_at' => gmdate('Y-m-d\TH:i:s\Z')], JSON_INVALID_UTF8_SUBSTITUTE);
        // A longer body contains signals that no browser sends, and might be refused before it is read.
        if ($body === false || strlen($body) > 32768) {
            return null;
        }
        $key = bin2hex(random_bytes(16));
        [$status, $answer] = $this->post('/v1/events', $body, $timeout, $key);
        if ($status === 200 || $status === 201) {
            $data = $answer['data'];
            return ['decision' => $data['risk']['decision'], 'id' => $data['id'], 'failed_open' => false];
        }
        $refused = in_array($status, [400, 413, 422], true);
        $what = $refused ? 'refused' : 'failed open';
        error_log("assay: {$event['event']} $what: " . ($answer['detail'] ?? 'no answer in time'));
        if ($refused) {
            return null;
        }
        if ($status === 0 || $status >= 500 || in_array($status, [408, 409, 429], true)) {
            register_shutdown_function(function () use ($body, $key): void {
                // Under FPM the visitor has the response already; a queue of your framework is better still.
                if (function_exists('fastcgi_finish_request')) {
                    fastcgi_finish_request();
                }
                sleep(1);
                $this->post('/v1/events', $body, 5.0, $key);
            });
        }
        return ['decision' => 'allow', 'id' => null, 'failed_open' => true];
    }

    /** Reports what happened to an event, for example ['authentication_outcome' => 'mfa_passed']. */
    public function report(string $eventId, array $outcome): void
    {
        [$status] = $this->post("/v1/events/$eventId/outcome", json_encode($outcome, JSON_THROW_ON_ERROR), 5.0);
        if ($status !== 200 && $status !== 201) {
            error_log("assay: outcome not recorded ($status)");
        }
    }

    /** @return array{int, array} the status (0 without an answer) and the body */
    private function post(string $path, string $body, float $timeout, ?string $key = null): array
    {
        $headers = ["Authorization: Bearer {$this->secretKey}", 'Content-Type: application/json', 'Connection: close'];
        if ($key !== null) {
            $headers[] = "Idempotency-Key: $key";
        }
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => implode("\r\n", $headers),
            'content' => $body,
            'timeout' => $timeout,
            'ignore_errors' => true,
        ]]);
        $text = @file_get_contents($this->baseUrl . $path, false, $context);
        $status = preg_match('#^HTTP/\S+ (\d{3})#', $http_response_header[0] ?? '', $found) === 1 ? (int) $found[1] : 0;
        return [$text === false ? 0 : $status, (array) json_decode((string) $text, true)];
    }
}

$timeout = (int) (getenv('ASSAY_TIMEOUT_MS') ?: 300) / 1000;
$assay = new Assay(getenv('ASSAY_URL') ?: 'http://127.0.0.1:8080', (string) getenv('ASSAY_SECRET_KEY'), $timeout);
// In your handler: the id of the user, $_SERVER['REMOTE_ADDR'] and ['HTTP_USER_AGENT'], and the signals that the page sent.
$visitor = [
    'account' => ['id' => getenv('ACCOUNT') ?: 'u_1'],
    'ip_address' => '203.0.113.7',
    'user_agent' => 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    'signals' => ['persistent_id' => 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11', 'platform' => 'Win32'],
];

// After the password check succeeds, before the session exists:
$login = $assay->assess(['event' => 'login'] + $visitor);
echo "login {$login['decision']}", $login['failed_open'] ? ' failed open' : '', "\n";

if ($login['decision'] === 'challenge') {
    // Ask for the second factor here. If it is correct, report it from the server: this proves the device.
    $passed = $assay->assess(['event' => 'mfa_passed'] + $visitor);
    echo "mfa_passed {$passed['decision']}\n";
    if ($login['id'] !== null) {
        $assay->report($login['id'], ['authentication_outcome' => 'mfa_passed']);
    }
}

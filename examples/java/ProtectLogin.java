// Protects a login with Assay. Java 17 or newer, standard library only; use your JSON library in place of the two patterns.
// Run once:  ASSAY_SECRET_KEY=sec_test_… ACCOUNT=force_challenge_ana java examples/java/ProtectLogin.java
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

public final class ProtectLogin {
    /** The decision about an event; `id` is null if the event failed open ("allow") or was refused ("challenge"). */
    record Answer(String decision, String id, boolean failedOpen) {}

    static final class Assay {
        private static final Pattern DECISION = Pattern.compile("\"decision\":\"(\\w+)\"");
        private static final Pattern ID = Pattern.compile("\"id\":\"(evt_\\w+)\"");
        private static final Set<Integer> RETRYABLE = Set.of(408, 409, 429);
        private static final Set<Integer> REFUSED = Set.of(400, 413, 422);
        /** A longer body contains signals that no browser sends, and might be refused before it is read. */
        private static final int MAX_BODY_LENGTH = 32_768;

        private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final String baseUrl;
        private final String secretKey;
        /** How long a login may wait for the decision. */
        private final Duration timeout;
        private CompletableFuture<?> lastRetry = CompletableFuture.completedFuture(null);

        Assay(String baseUrl, String secretKey, Duration timeout) {
            this.baseUrl = baseUrl;
            this.secretKey = secretKey;
            this.timeout = timeout;
        }

        /**
         * Sends an event and returns its decision. `own` contains the members from your server, `visitor` the visitor's data, both
         * as JSON without braces. Never throws: without an answer in time it fails open, and the event is sent again in the
         * background with the same key, so that it is recorded at most once. A refused event does not fail open, because visitors
         * could then switch Assay off with malformed signals: it is sent again without the visitor's data, and if it is refused
         * again, the decision is "challenge".
         */
        Answer assess(String own, String visitor) {
            Instant deadline = Instant.now().plus(timeout);
            for (String members : new String[] {own + "," + visitor, own}) {
                Answer answer = attempt(members, Duration.between(Instant.now(), deadline));
                if (answer != null) return answer;
            }
            return new Answer("challenge", null, false);
        }

        /** Null if the event was refused. */
        private Answer attempt(String members, Duration limit) {
            // The time is set now, because the retry comes later.
            String body = "{" + members + ",\"occurred_at\":\"" + Instant.now() + "\"}";
            if (body.length() > MAX_BODY_LENGTH) return null;
            String key = UUID.randomUUID().toString();
            HttpResponse<String> response = post("/v1/events", body, limit, key);
            int status = response == null ? 0 : response.statusCode();
            if (status == 200 || status == 201) {
                return new Answer(first(DECISION, response.body()), first(ID, response.body()), false);
            }
            boolean refused = REFUSED.contains(status);
            System.err.println("assay: " + (refused ? "refused" : "failed open") + ": "
                + (response == null ? "no answer in time" : response.body()));
            if (refused) return null;
            if (status == 0 || status >= 500 || RETRYABLE.contains(status)) {
                lastRetry = CompletableFuture.runAsync(
                    () -> post("/v1/events", body, Duration.ofSeconds(5), key),
                    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
            }
            return new Answer("allow", null, true);
        }

        /** Reports what happened to an event, for example {"authentication_outcome":"mfa_passed"}. */
        void report(String eventId, String outcome) {
            HttpResponse<String> response = post("/v1/events/" + eventId + "/outcome", outcome, Duration.ofSeconds(5), null);
            if (response == null || response.statusCode() >= 300) System.err.println("assay: outcome not recorded");
        }

        /** Waits for the last retry; for scripts. A server keeps running anyway. */
        void finish() {
            lastRetry.join();
        }

        /** Null without an answer. */
        private HttpResponse<String> post(String path, String body, Duration limit, String key) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .header("Authorization", "Bearer " + secretKey)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
            if (key != null) request.header("Idempotency-Key", key);
            CompletableFuture<HttpResponse<String>> sent =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
            try {
                // Bounds all steps together; the timeout of a request ends with the headers.
                return sent.get(Math.max(limit.toMillis(), 1), TimeUnit.MILLISECONDS);
            } catch (Exception error) {
                sent.cancel(true);
                return null;
            }
        }

        private static String first(Pattern pattern, String text) {
            var found = pattern.matcher(text);
            return found.find() ? found.group(1) : null;
        }
    }

    static String setting(String name, String fallback) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? fallback : value;
    }

    public static void main(String[] arguments) {
        Assay assay = new Assay(
            setting("ASSAY_URL", "http://127.0.0.1:8080"),
            setting("ASSAY_SECRET_KEY", ""),
            Duration.ofMillis(Integer.parseInt(setting("ASSAY_TIMEOUT_MS", "300"))));
        // In your handler: the id of the user, the address and User-Agent of the request, and the signals that the page sent.
        String own = "\"event\":\"%s\",\"account\":{\"id\":\"" + setting("ACCOUNT", "u_1") + "\"},\"ip_address\":\"203.0.113.7\"";
        String visitor = """
            "user_agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
            "signals":{"persistent_id":"b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11","platform":"Win32"}""";

        // After the password check succeeds, before the session exists:
        Answer login = assay.assess(own.formatted("login"), visitor);
        System.out.println("login " + login.decision() + (login.failedOpen() ? " failed open" : ""));

        if (login.decision().equals("challenge")) {
            // Ask for the second factor here. If it is correct, report it from the server: this proves the device.
            Answer passed = assay.assess(own.formatted("mfa_passed"), visitor);
            System.out.println("mfa_passed " + passed.decision());
            if (login.id() != null) assay.report(login.id(), "{\"authentication_outcome\":\"mfa_passed\"}");
        }
        assay.finish();
    }
}

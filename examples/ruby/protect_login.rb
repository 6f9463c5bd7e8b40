# Protects a login with Assay. Ruby 3.0 or newer, standard library only.
# Run once:  ASSAY_SECRET_KEY=sec_test_… ACCOUNT=force_challenge_ana ruby examples/ruby/protect_login.rb
require "json"
require "net/http"
require "securerandom"
require "time"
require "timeout"

class Assay
  RETRYABLE = [408, 409, 429].freeze
  REFUSED = [400, 413, 422].freeze

  # timeout: how long a login may wait for the decision, seconds
  def initialize(base_url, secret_key, timeout: 0.3)
    @base_url = base_url
    @secret_key = secret_key
    @timeout = timeout
  end

  # Sends an event and returns its decision. Never raises: without an answer in time it fails open, and the event is sent
  # again in the background with the same key, so that it is recorded at most once. A refused event does not fail open,
  # because visitors could then switch Assay off with malformed signals: it is sent again without the visitor's data, and if
  # it is refused again, the decision is "challenge".
  def assess(event)
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + @timeout
    [event, event.except(:signals, :user_agent)].each do |sent|
      answer = attempt(sent, [deadline - Process.clock_gettime(Process::CLOCK_MONOTONIC), 0.01].max)
      return answer if answer
    end
    { decision: "challenge", id: nil, failed_open: false }
  end

  # Reports what happened to an event, for example { authentication_outcome: "mfa_passed" }.
  def report(event_id, outcome)
    status, = post("/v1/events/#{event_id}/outcome", JSON.generate(outcome), 5)
    warn "assay: outcome not recorded (#{status})" unless [200, 201].include?(status)
  end

  # Waits for the last retry; for scripts. A server keeps running anyway.
  def finish
    @retry&.join
  end

  private

  # The answer to an event, or nil if it was refused.
  def attempt(event, timeout)
    # The time is set now, because the retry comes later.
    body = JSON.generate(event.merge(occurred_at: Time.now.utc.iso8601(3)))
    # A longer body contains signals that no browser sends, and might be refused before it is read.
    return nil if body.bytesize > 32_768

    key = SecureRandom.uuid
    status, answer = post("/v1/events", body, timeout, "Idempotency-Key" => key)
    if [200, 201].include?(status)
      data = answer["data"]
      return { decision: data["risk"]["decision"], id: data["id"], failed_open: false }
    end
    refused = REFUSED.include?(status)
    warn "assay: #{event[:event]} #{refused ? "refused" : "failed open"}: #{answer["detail"] || "no answer in time"}"
    return nil if refused

    if status.zero? || status >= 500 || RETRYABLE.include?(status)
      @retry = Thread.new do
        sleep 1
        post("/v1/events", body, 5, "Idempotency-Key" => key)
      end
    end
    { decision: "allow", id: nil, failed_open: true }
  rescue JSON::JSONError, EncodingError
    nil
  end

  # Returns the status (0 without an answer) and the body.
  def post(path, body, timeout, headers = {})
    uri = URI.join(@base_url, path)
    # Timeout limits all steps together; the timeouts of Net::HTTP limit each one.
    Timeout.timeout(timeout) do
      http = Net::HTTP.new(uri.host, uri.port)
      http.use_ssl = uri.scheme == "https"
      http.max_retries = 0
      all = { "Authorization" => "Bearer #{@secret_key}", "Content-Type" => "application/json" }.merge(headers)
      response = http.post(uri.path, body, all)
      [response.code.to_i, JSON.parse(response.body)]
    end
  rescue StandardError
    [0, {}]
  end
end

timeout = ENV.fetch("ASSAY_TIMEOUT_MS", "300").to_i / 1000.0
assay = Assay.new(ENV.fetch("ASSAY_URL", "http://127.0.0.1:8080"), ENV.fetch("ASSAY_SECRET_KEY"), timeout: timeout)
# In your controller: the id of the user, request.remote_ip, request.user_agent, and the signals that the page sent.
visitor = {
  account: { id: ENV.fetch("ACCOUNT", "u_1") },
  ip_address: "203.0.113.7",
  user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
  signals: { persistent_id: "b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11", platform: "Win32" },
}

# After the password check succeeds, before the session exists:
login = assay.assess(visitor.merge(event: "login"))
puts "login #{login[:decision]}#{" failed open" if login[:failed_open]}"

if login[:decision] == "challenge"
  # Ask for the second factor here. If it is correct, report it from the server: this proves the device.
  passed = assay.assess(visitor.merge(event: "mfa_passed"))
  puts "mfa_passed #{passed[:decision]}"
  assay.report(login[:id], authentication_outcome: "mfa_passed") if login[:id]
end
assay.finish

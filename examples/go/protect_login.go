// Protects a login with Assay. Go 1.19 or newer, standard library only.
// Run once:  ASSAY_SECRET_KEY=sec_test_… ACCOUNT=force_challenge_ana go run examples/go/protect_login.go
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// Assay sends events to the service.
type Assay struct {
	BaseURL   string
	SecretKey string
	Timeout   time.Duration // how long a login may wait for the decision
	retries   sync.WaitGroup
}

// A longer body contains signals that no browser sends, and might be refused before it is read.
const maxBodyBytes = 32768

// Answer is the decision about an event. ID is empty if the event failed open (Decision "allow") or was refused ("challenge").
type Answer struct {
	Decision   string
	ID         string
	FailedOpen bool
}

type response struct {
	Detail string
	Data   struct {
		ID   string
		Risk struct{ Decision string }
	}
}

// Assess sends an event and returns its decision. It never fails: without an answer in time it fails open, and the event is
// sent again in the background with the same key, so that it is recorded at most once. A refused event does not fail open,
// because visitors could then switch Assay off with malformed signals: it is sent again without the visitor's data, and if it
// is refused again, the decision is "challenge".
func (a *Assay) Assess(event map[string]any) Answer {
	deadline := time.Now().Add(a.Timeout)
	own := map[string]any{}
	for name, value := range event {
		if name != "signals" && name != "user_agent" {
			own[name] = value
		}
	}
	for _, sent := range []map[string]any{event, own} {
		if answer, accepted := a.attempt(sent, time.Until(deadline)); accepted {
			return answer
		}
	}
	return Answer{Decision: "challenge"}
}

// attempt returns the answer to an event, and false if it was refused.
func (a *Assay) attempt(event map[string]any, timeout time.Duration) (Answer, bool) {
	// The time is set now, because the retry comes later.
	event["occurred_at"] = time.Now().UTC().Format(time.RFC3339Nano)
	body, err := json.Marshal(event)
	if err != nil || len(body) > maxBodyBytes {
		return Answer{}, false
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	key := hex.EncodeToString(random)
	status, answer := a.post("/v1/events", body, timeout, key)
	if status == 200 || status == 201 {
		return Answer{Decision: answer.Data.Risk.Decision, ID: answer.Data.ID}, true
	}
	if status == 400 || status == 413 || status == 422 {
		fmt.Fprintf(os.Stderr, "assay: %v refused: %d %s\n", event["event"], status, answer.Detail)
		return Answer{}, false
	}
	fmt.Fprintf(os.Stderr, "assay: %v failed open: %d %s\n", event["event"], status, answer.Detail)
	if status == 0 || status >= 500 || status == 408 || status == 409 || status == 429 {
		a.retries.Add(1)
		go func() {
			defer a.retries.Done()
			time.Sleep(time.Second)
			a.post("/v1/events", body, 5*time.Second, key)
		}()
	}
	return Answer{Decision: "allow", FailedOpen: true}, true
}

// Report reports what happened to an event, for example {"authentication_outcome": "mfa_passed"}.
func (a *Assay) Report(eventID string, outcome map[string]any) {
	body, _ := json.Marshal(outcome)
	if status, _ := a.post("/v1/events/"+eventID+"/outcome", body, 5*time.Second, ""); status != 200 && status != 201 {
		fmt.Fprintln(os.Stderr, "assay: outcome not recorded:", status)
	}
}

// post returns the status (0 without an answer) and the body.
func (a *Assay) post(path string, body []byte, timeout time.Duration, key string) (int, response) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	var answer response
	request, err := http.NewRequestWithContext(ctx, "POST", strings.TrimRight(a.BaseURL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return 0, answer
	}
	request.Header.Set("Authorization", "Bearer "+a.SecretKey)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	result, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, answer
	}
	defer result.Body.Close()
	if err := json.NewDecoder(result.Body).Decode(&answer); err != nil {
		return 0, answer
	}
	return result.StatusCode, answer
}

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func main() {
	timeout, err := time.ParseDuration(setting("ASSAY_TIMEOUT_MS", "300") + "ms")
	if err != nil {
		fmt.Fprintln(os.Stderr, "ASSAY_TIMEOUT_MS:", err)
		os.Exit(2)
	}
	assay := &Assay{
		BaseURL:   setting("ASSAY_URL", "http://127.0.0.1:8080"),
		SecretKey: os.Getenv("ASSAY_SECRET_KEY"),
		Timeout:   timeout,
	}
	// In your handler: the id of the user, the address and User-Agent of the request, and the signals that the page sent.
	visitor := func(event string) map[string]any {
		return map[string]any{
			"event":      event,
			"account":    map[string]any{"id": setting("ACCOUNT", "u_1")},
			"ip_address": "203.0.113.7",
			"user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
			"signals":    map[string]any{"persistent_id": "b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11", "platform": "Win32"},
		}
	}

	// After the password check succeeds, before the session exists:
	login := assay.Assess(visitor("login"))
	if login.FailedOpen {
		fmt.Println("login", login.Decision, "failed open")
	} else {
		fmt.Println("login", login.Decision)
	}

	if login.Decision == "challenge" {
		// Ask for the second factor here. If it is correct, report it from the server: this proves the device.
		passed := assay.Assess(visitor("mfa_passed"))
		fmt.Println("mfa_passed", passed.Decision)
		if login.ID != "" {
			assay.Report(login.ID, map[string]any{"authentication_outcome": "mfa_passed"})
		}
	}
	assay.retries.Wait() // for scripts; a server keeps running anyway
}

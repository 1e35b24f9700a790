package openai

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"parley/providers"
	"parley/providers/sse"
	"parley/providers/wire"
)

func refused(status int, body string) reply {
	return reply{status: status, kind: "application/json", chunks: []string{body}}
}

// withKeys sends keys in a header and in the address, beside other values.
func withKeys(c *Config) {
	c.BaseURL += "?api-key=query+key%2099&v=2026-01-01"
	c.Headers = map[string]string{"X-Token": "Bearer header-key-77", "Referer": "example.org"}
	c.Secret = func(name string) bool { return strings.Contains(name, "key") || name == "X-Token" }
}

func TestRefusalsAreToldInWords(t *testing.T) {
	for _, c := range []struct {
		name string
		in   reply
		want string
	}{
		{"401", refused(401, `{"error":{"message":"Incorrect API key provided: sk-test-0123456789."}}`),
			"testing refused the key: Incorrect API key provided: ***. Set TESTING_API_KEY to a valid key."},
		{"402", refused(402, `{"error":"pay"}`), "The account at testing has no credit left: pay. Add credit there, or choose another model."},
		{"403", refused(403, `{"message":"no"}`), "testing does not allow this: no. Check what the key in TESTING_API_KEY may use."},
		{"404 of a model", refused(404, `{"error":{"message":"The model m does not exist","code":"model_not_found"}}`),
			"testing does not know the model \"m\": The model m does not exist. `parley models` lists those that it offers."},
		{"400 of a model", refused(400, `{"error":{"message":"Model Not Exist"}}`),
			"testing does not know the model \"m\": Model Not Exist. `parley models` lists those that it offers."},
		{"the context", refused(400, `{"error":{"message":"8193 tokens","code":"context_length_exceeded"}}`),
			"The conversation is too long for m: 8193 tokens. Shorten the message, take tools away with -T, or choose a model with a larger window. On the screen, /compact sums the conversation up."},
		{"413", refused(413, ``), "The conversation is too long for m. Shorten the message, take tools away with -T, or choose a model with a larger window. On the screen, /compact sums the conversation up."},
		{"no credit", refused(429, `{"error":{"message":"quota","type":"insufficient_quota"}}`),
			"The account at testing has no credit left: quota. Add credit there, or choose another model."},
		{"429", refused(429, `[{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}]`),
			"testing gets too many requests: slow. Wait a little before the next request."},
		{"tokens by the minute", refused(429, `{"message":"Too many tokens, please wait before trying again."}`),
			"testing gets too many requests: Too many tokens, please wait before trying again. Wait a little before the next request."},
		{"a key with what is not seen in it", refused(400, `{"error":"sk-te\u200bst-01\u000023456789 and sk-test-\u200b0123"}`), "testing refused the request (400): *** and ***."},
		{"a key of a header", refused(400, `{"error":"Bearer header-key-77 and example.org"}`), "testing refused the request (400): Bearer *** and example.org."},
		{"a key of the address", refused(400, `{"error":"/v1?api-key=query+key%2099&v=2026-01-01, that is query key 99"}`), "testing refused the request (400): /v1?api-key=***&v=2026-01-01, that is ***."},
		{"compressed", reply{kind: "text/event-stream", header: map[string]string{"Content-Encoding": "br"}, chunks: []string{"\x8b\x02\x80hi\n\x03"}},
			"testing sent its response compressed (br), and was not asked to. Check what stands between Parley and providers.llm.testing.base_url."},
		{"compressed, of no type", reply{kind: "text/plain", header: map[string]string{"Content-Encoding": "DEFLATE"}, chunks: []string{"\x8b\x02\x80hi\n\x03"}},
			"testing sent its response compressed (DEFLATE), and was not asked to. Check what stands between Parley and providers.llm.testing.base_url."},
		{"a compressed refusal", reply{status: 400, header: map[string]string{"Content-Encoding": "br"}, chunks: []string{"\x8b\x02\x80hi\n\x03"}}, "testing refused the request (400)."},
		{"a page", reply{status: 502, kind: "text/html", chunks: []string{"<html><TITLE>502 Bad Gateway</TITLE></html>"}},
			"testing failed (502): 502 Bad Gateway. The fault is the server's and may pass."},
		{"text", reply{status: 500, kind: "text/plain", chunks: []string{"Internal Server Error\n"}},
			"testing failed (500): Internal Server Error. The fault is the server's and may pass."},
		{"nothing", reply{status: 500}, "testing failed (500). The fault is the server's and may pass."},
		{"a string", refused(400, `"bad"`), "testing refused the request (400): bad."},
		{"a list of messages", refused(400, `{"error":{"message":["one","two"]}}`), "testing refused the request (400): one, two."},
		{"errors", refused(400, `{"errors":[{"message":"one"}]}`), "testing refused the request (400): one."},
		{"detail", refused(422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`), "testing refused the request (422): body: field required."},
		{"an object of another kind", refused(400, `{"why":"x"}`), `testing refused the request (400): why: x.`},
		{"a list of words", refused(400, `["one","two"]`), "testing refused the request (400): one, two."},
		{"a list of errors", refused(400, `[{"error":{"message":"one"}},{"error":{"message":"two"}}]`), "testing refused the request (400): one, two."},
		{"a mark and a reason", refused(400, `{"error":true,"reason":"no such thing"}`), "testing refused the request (400): no such thing."},
		{"a number and a message", refused(400, `{"error":400,"message":"no such thing"}`), "testing refused the request (400): no such thing."},
		{"a name and a message", refused(400, `{"statusCode":400,"error":"Bad Request","message":"model is required"}`), "testing refused the request (400): Bad Request: model is required."},
		{"a name and a description", refused(400, `{"error":"invalid_request","error_description":"no scope"}`), "testing refused the request (400): invalid_request: no scope."},
		{"only a mark", refused(400, `{"error":true}`), "testing refused the request (400)."},
		{"a reason within", refused(400, `{"error":{"reason":"no such thing"}}`), "testing refused the request (400): no such thing."},
		{"no tools", refused(400, `{"error":{"message":"registry.ollama.ai/library/gemma3:4b does not support tools"}}`),
			"m cannot be given tools: registry.ollama.ai/library/gemma3:4b does not support tools. Take them away with `-T -T ask_user`, or choose another model."},
		{"llama.cpp without templates", refused(500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`),
			"m cannot be given tools: tools param requires --jinja flag. Start the server with that, or take the tools away with `-T -T ask_user`."},
		{"vLLM without a parser", refused(400, `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`),
			"m cannot be given tools: \"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set. Start the server with that, or take the tools away with `-T -T ask_user`."},
		{"a template that refuses", refused(500, `{"error":{"code":500,"message":"Error: Jinja Exception: roles must alternate","type":"server_error"}}`),
			"testing refused the request (500): Error: Jinja Exception: roles must alternate."},
		{"xAI's errors", refused(400, `{"code":"Client specified an invalid argument","error":"Model m does not support parameter stop."}`),
			"testing refused the request (400): Model m does not support parameter stop."},
		{"Mistral's list of faults", refused(422, `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","top_k"],"msg":"Extra inputs are not permitted","input":{}},`+
			`{"type":"missing","loc":["body","messages",2,"content"],"msg":"Field required"}]},"type":"invalid_request_error"}`),
			"testing refused the request (422): top_k: Extra inputs are not permitted, messages.2.content: Field required."},
		{"JSON within a text", refused(400, `{"error":{"message":"{\"detail\":\"roles must alternate\"}"}}`), "testing refused the request (400): roles must alternate."},
		{"nothing but values", refused(400, `{"ok":false,"code":7,"data":{"field":"model","rule":["known",3]}}`), "testing refused the request (400): code: 7, data: field: model, rule: known, 3."},
		{"metadata of OpenRouter", refused(400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"deeper\"}}"}}}`),
			"testing refused the request (400): Provider returned error: deeper."},
		{"escapes", refused(400, `{"error":"a\u001b[31m\u0007b\nc\u202e\u200bd"}`), "testing refused the request (400): a␛[31m␇b c<U+202E><U+200B>d."},
		{"a redirect of a request", reply{status: 308, header: map[string]string{"Location": "https://example.com/v1/chat/completions?api-key=query+key%2099"}},
			"testing sends us on to https://example.com/v1. If that is right, set providers.llm.testing.base_url to it."},
		{"a redirect", reply{status: 302, header: map[string]string{"Location": "https://example.com/login"}},
			"testing sends us on to https://example.com/login. If that is right, set providers.llm.testing.base_url to it."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, serve(t, c.in).provider(t, withKeys), hello())
			var e *providers.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			equal(t, e.Error(), c.want)
		})
	}
}

// A refusal of something that was configured names its setting.
func TestARefusedEffortNamesItsSetting(t *testing.T) {
	_, err := ask(t, serve(t, refused(400, `{"code":"x","error":"Model m does not support parameter reasoningEffort."}`)).provider(t),
		hello(func(r *providers.Request) { r.Parameters.Reasoning = "high" }))
	equal(t, err.Error(), "testing refused the request (400): Model m does not support parameter reasoningEffort. Change assistant.model.parameters.reasoning.")
	warm := 0.5
	for what, want := range map[string]string{
		"`temperature` may only be set to 1": " Change assistant.model.parameters.temperature.",
		"Unsupported value: top_p":           "",
		"max_output_tokens is too small":     " Change assistant.model.parameters.max_tokens.",
		"no image may be sent":               "",
	} {
		_, err = ask(t, serve(t, refused(400, `{"error":"`+what+`"}`)).provider(t, func(c *Config) { c.Protocol = "responses" }),
			hello(func(r *providers.Request) { r.Parameters = providers.Parameters{Temperature: &warm, MaxTokens: 7} }))
		equal(t, err.Error(), "testing refused the request (400): "+what+"."+want)
	}
}

func TestA404OfNoModelNamesTheAddressToo(t *testing.T) {
	s := serve(t, reply{status: 404, kind: "text/plain", chunks: []string{"404 page not found"}})
	_, err := ask(t, s.provider(t), hello())
	equal(t, err.Error(), "testing answers nothing at "+s.URL+"/v1: 404 page not found. Check the model \"m\" against `parley models`, and providers.llm.testing.base_url.")
}

func TestKeysAreAskedForByName(t *testing.T) {
	_, err := ask(t, New(Config{Name: "openai"}).(*Provider), hello())
	equal(t, err.Error(), "There is no key for OpenAI. Set OPENAI_API_KEY to your key.")
	_, err = New(Config{Name: "mistral", KeyEnv: "MY_KEY"}).Models(t.Context())
	equal(t, err.Error(), "There is no key for Mistral. Set MY_KEY to your key.")
	_, err = ask(t, serve(t, refused(401, ``)).provider(t, func(c *Config) { c.APIKey = "" }), hello())
	equal(t, err.Error(), "testing wants a key. Set TESTING_API_KEY to your key.")
	_, err = ask(t, serve(t, refused(401, ``)).provider(t, func(c *Config) { c.KeyEnv = "" }), hello())
	equal(t, err.Error(), "testing refused the key. Name the variable that holds it with providers.llm.testing.api_key_env.")
}

func TestServersThatCannotBeReached(t *testing.T) {
	s := serve(t)
	s.Close()
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{Name: "ollama", BaseURL: s.URL}, "Ollama is not running at " + s.URL + ". To start it, run `ollama serve`."},
		{Config{Name: "ollama", BaseURL: "http://bad host:11434/v1"}, "The address of Ollama is not a URL: \"http://bad host:11434/v1\". " +
			"Set OLLAMA_HOST to an address such as localhost:11434, or providers.llm.ollama.base_url to one such as http://localhost:11434/v1."},
		{Config{Name: "mine", BaseURL: strings.Replace(s.URL, "://", "://me:hunter2@", 1) + "/v1"},
			"mine is not running at " + s.URL + "/v1. Start it, or set providers.llm.mine.base_url to where it is."},
		{Config{Name: "mine", BaseURL: "nonsense"},
			"The address of mine is not a URL: \"nonsense\". Set providers.llm.mine.base_url to an address such as http://localhost:8080/v1."},
		{Config{Name: "mine"}, "The address of mine is not a URL: \"\". Set providers.llm.mine.base_url to an address such as http://localhost:8080/v1."},
	} {
		p := New(c.cfg).(*Provider)
		_, err := ask(t, p, hello())
		equal(t, err.Error(), c.want)
		_, err = p.Models(t.Context())
		equal(t, err.Error(), c.want)
	}
}

// lost is a network on which every connection fails in one way.
type lost struct{ err error }

func (l lost) RoundTrip(*http.Request) (*http.Response, error) { return nil, l.err }

func TestWhyAServerCannotBeReached(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&net.DNSError{Name: "example.com", IsNotFound: true}, "Mistral cannot be reached at https://example.com: the name example.com was not found."},
		{syscall.ECONNREFUSED, "Mistral cannot be reached at https://example.com: the connection was refused."},
		{os.ErrDeadlineExceeded, "Mistral cannot be reached at https://example.com: no response in time."},
		{syscall.ENETUNREACH, "Mistral cannot be reached at https://example.com: network is unreachable."},
	} {
		_, err := ask(t, New(Config{Name: "mistral", BaseURL: "https://example.com", HTTP: &http.Client{Transport: lost{c.err}}}).(*Provider), hello())
		equal(t, err.Error(), c.want+" Check the network, and providers.llm.mistral.base_url.")
		equal(t, errors.Is(err, c.err), true)
	}
	_, err := ask(t, New(Config{Name: "mistral", BaseURL: "https://example.com",
		HTTP: &http.Client{Transport: lost{&tls.CertificateVerificationError{Err: errors.New("expired")}}}}).(*Provider), hello())
	equal(t, err.Error(), "The certificate of Mistral is not trusted: tls: failed to verify certificate: expired. "+
		"Check providers.llm.mistral.base_url, and the clock and certificates of this machine.")
	var e *providers.Error
	equal(t, errors.As(err, &e) && e.Transient, false)
}

func TestACutBeforeTheHeadersIsNoEnd(t *testing.T) {
	s := serve(t, reply{mute: true, cut: true})
	s.Config.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	_, err := ask(t, s.provider(t), hello())
	equal(t, err.Error(), "testing cannot be reached at "+s.URL+"/v1: the connection was cut. Check the network, and providers.llm.testing.base_url.")
}

// A server that answered can be reached, whatever it sent.
func TestAnAnswerThatIsNoResponse(t *testing.T) {
	unreadable := " but what it sends is no response that can be read: %s. Check what runs there, and providers.llm.testing.base_url."
	for _, c := range []struct{ sent, want string }{
		{"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("a", 11<<20) + "\r\n\r\n", fmt.Sprintf(unreadable, "server response headers exceeded 10485760 bytes; aborted")},
		{"SSH-2.0-x\x1b[2J\r\n", fmt.Sprintf(unreadable, `malformed HTTP response "SSH-2.0-x\x1b[2J"`)},
		{"HTTP/1.1 200 OK\r\n\x1b[2J: x\r\n\r\n", fmt.Sprintf(unreadable, `malformed MIME header line: "\x1b[2J: x"`)},
		{"HTTP/1.1 200 O", "The response of testing broke off before its end: the connection was cut."},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		go answer(l, c.sent)
		base := "http://" + l.Addr().String()
		_, err = ask(t, New(Config{Name: "testing", BaseURL: base}).(*Provider), hello())
		want := c.want
		if strings.HasPrefix(want, " but") {
			want = "testing answers at " + base + "," + want
		}
		equal(t, err.Error(), want)
	}
	s := serve(t, reply{})
	secure := strings.Replace(s.URL, "http:", "https:", 1)
	_, err := ask(t, New(Config{Name: "testing", BaseURL: secure}).(*Provider), hello())
	equal(t, err.Error(), "testing answers at "+secure+","+fmt.Sprintf(unreadable, "server gave HTTP response to HTTPS client"))
}

// answer sends these very bytes to whoever connects, once the request has begun.
func answer(l net.Listener, sent string) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = c.Read(make([]byte, 64<<10))
		_, _ = io.WriteString(c, sent)
		_ = c.Close()
	}
}

func TestMessagesAreShort(t *testing.T) {
	for _, text := range []string{strings.Repeat("é", 10_000), strings.Repeat("\x1b", 10_000), strings.Repeat("a b", 500)} {
		_, err := ask(t, serve(t, reply{status: 400, chunks: []string{text}}).provider(t), hello())
		var e *providers.Error
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		if n := utf8.RuneCountInString(e.Message); n > 500 || !utf8.ValidString(e.Message) {
			t.Errorf("a message of %d runes", n)
		}
	}
}

// A key never follows a redirect.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := serve(t)
	s := serve(t, reply{status: 307, header: map[string]string{"Location": other.URL}}, reply{status: 301, header: map[string]string{"Location": other.URL}},
		reply{status: 301, header: map[string]string{"Location": "/v2/models?x"}})
	p := s.provider(t)
	_, err := ask(t, p, hello())
	equal(t, err != nil, true)
	_, err = p.Models(t.Context())
	equal(t, err.Error(), "testing sends us on to "+other.URL+". If that is right, set providers.llm.testing.base_url to it.")
	_, err = p.Models(t.Context())
	equal(t, err.Error(), "testing sends us on to "+s.URL+"/v2. If that is right, set providers.llm.testing.base_url to it.")
	equal(t, len(other.seen()), 0)
}

// A server that speaks another protocol than expected is reported as such, with what to
// set, whether it sends a stream or one document.
func TestAnotherProtocolIsTold(t *testing.T) {
	messages := `{"type":"message_start","message":{"id":"m","model":"x","usage":{"input_tokens":1}}}`
	answer := `{"type":"message","role":"assistant","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}`
	for _, c := range []struct {
		in       reply
		protocol string
		want     string
	}{
		{named(messages), "chat", `"messages" to a request by "chat". Set providers.llm.testing.protocol to "messages".`},
		{list(answer), "chat", `"messages" to a request by "chat". Set providers.llm.testing.protocol to "messages".`},
		{list(answer), "responses", `"messages" to a request by "responses". Set providers.llm.testing.protocol to "messages".`},
		{chat(hi, stop), "responses", `"chat" to a request by "responses". Set providers.llm.testing.protocol to "chat".`},
		{named(evDelta, completed), "chat", `"responses" to a request by "chat". Set providers.llm.testing.protocol to "responses".`},
	} {
		_, err := ask(t, serve(t, c.in).provider(t, func(cfg *Config) { cfg.Protocol = c.protocol }), hello())
		if err == nil || err.Error() != "testing answers by the protocol "+c.want {
			t.Errorf("%s: %v", c.want, err)
		}
	}
}

func FuzzDecoders(f *testing.F) {
	for _, seed := range []string{hi, stop, completed, `{"error":[]}`, `{"choices":[{"delta":{"tool_calls":[{"index":-1}]}}]}`, `[[[]]]`, `{"type":"response.output_item.done","item":null}`,
		evText, evItem, evAll, `{"type":"response.output_item.done","item":{"type":"message","phase":"commentary","content":[{"text":"a"}]}}`} {
		f.Add([]byte(seed), []byte(stop))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		p := New(Config{Name: "testing", BaseURL: "http://localhost"}).(*Provider)
		for _, d := range []wire.Decoder{
			&chatDecoder{responding: p.responding(hello(), plan{})}, &responsesDecoder{responding: p.responding(hello(), plan{})},
		} {
			for _, raw := range [][]byte{a, b, a} {
				_, err := d.Decode(nil, sse.Event{Data: raw})
				if err == nil {
					_, err = d.Whole(raw)
				}
				var f *wire.Failure
				if err != nil && err != io.EOF && !errors.As(err, &f) {
					t.Fatalf("an error without words: %v", err)
				}
			}
			got, err := d.Response()
			if err != nil {
				t.Fatal(err)
			}
			back := hello(func(r *providers.Request) {
				r.Messages = append(r.Messages, providers.Message{Role: providers.Assistant, Text: got.Text, Calls: got.Calls, Provider: got.Provider})
			})
			for _, responses := range []bool{true, false} {
				if body, f := p.body(back, plan{responses: responses}); f != nil || !json.Valid(body) {
					t.Fatalf("what goes back is no JSON: %s", body)
				}
			}
		}
		wire.ParseFault(a, true)
		wire.ParseFault(b, false)
	})
}

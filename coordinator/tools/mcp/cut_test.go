package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/store/text/secret"
)

// What is too long is searched for secrets before it is cut: of one at the edge nothing is left.

const edge = "hunter22-hunter22"

// parted fails if more of the secret is left than its first letters.
func parted(t *testing.T, what, text string) {
	t.Helper()
	for n := 4; n <= len(edge); n++ {
		if strings.Contains(text, edge[:n]) || strings.Contains(text, edge[len(edge)-n:]) {
			t.Errorf("%s has %d bytes of the secret", what, n)
		}
	}
	if !strings.Contains(text, "[") {
		t.Errorf("%s says nothing in its place", what)
	}
}

func TestALongResultIsSearchedWhole(t *testing.T) {
	l, c := told(edge)
	for _, before := range []int{mostContent/2 - len(edge) + 1, mostContent/2 - 8} {
		said := strings.Repeat("x", before) + edge + strings.Repeat("x", mostContent)
		result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: said}}}
		got := remote{link: l}.outcome(result, c.hide).(tool.Success).Content
		parted(t, "the beginning", got)
		if len(got) > mostContent+100 {
			t.Errorf("it is %d bytes", len(got))
		}
		said = strings.Repeat("x", mostContent) + edge + strings.Repeat("x", before)
		result = &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: said}}}
		parted(t, "the end", "["+remote{link: l}.outcome(result, c.hide).(tool.Success).Content)
	}
}

func TestALongErrorIsSearchedWhole(t *testing.T) {
	_, c := told(edge, "two words")
	parted(t, "an error", c.why(errors.New(strings.Repeat("x", longest-10)+edge)).Error())
	same(t, "lines", c.why(errors.New("it is two\nwords")).Error(), "it is [secret]")
}

func TestAKindThatIsNotKnownIsSearchedWhole(t *testing.T) {
	s := odd(t, nil, `{"resultType":"`+strings.Repeat("x", 30)+edge+`","content":[]}`)
	s.all()[0].given.secrets = secret.Spell([]string{edge})
	parted(t, "a kind", run(t, s, "w__go", `{}`))
}

func TestLastWordsAreSearchedWhole(t *testing.T) {
	l, _ := told(edge)
	for _, after := range []int{most - len(edge) + 1, most - 8, mostTail - len(edge) + 1, mostTail - 8} {
		var w words
		_, _ = w.Write([]byte(strings.Repeat("x", mostTail) + edge + strings.Repeat("x", after)))
		parted(t, fmt.Sprintf("%d bytes before the end", after), "["+w.last(l.given.hide))
	}
	var w words
	_, _ = w.Write([]byte(strings.Repeat(edge+"\n", mostTail)))
	parted(t, "nothing else", w.last(l.given.hide))
	w = words{}
	_, _ = w.Write([]byte("begun\n" + strings.Repeat("x\n", shown-1)))
	same(t, "few words", w.last(l.given.hide), "begun"+strings.Repeat("\nx", shown-1))
}

func TestALongLineOfALogIsSearchedWhole(t *testing.T) {
	l, _ := told(edge)
	var log bytes.Buffer
	n := &noise{log: &log, hide: l.given.hide}
	n.takes([]byte(strings.Repeat("x", mostNoiseLine-8) + edge + "\n"))
	parted(t, "a line", log.String())
}

func TestALongRefusalIsSearchedWhole(t *testing.T) {
	said := strings.Repeat("x", longest-10) + edge
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":"invalid_grant","error_description":"`+said+`"}`)
	}))
	defer web.Close()
	l := login{Tokens: web.URL, Refresh: edge}
	_, err := l.ask(context.Background(), web.Client(), url.Values{"refresh_token": {edge}})
	parted(t, "a refusal", err.Error())
}

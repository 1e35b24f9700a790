package teatest

import (
	"io"
	"net"
	"strings"
	"testing"
)

// TestAServerWritesNothingBesideItsResponse: what a server sends after the end of a
// response is logged by Go's library, which would put it into the middle of the screen.
func TestAServerWritesNothingBesideItsResponse(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 64<<10))
			_, _ = io.WriteString(c, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n◆ you allowed all")
		}
	}()
	place := NewPlace(t)
	place.Env = append(place.Env, "STRAY_KEY=k")
	got := place.Run("run", "-m", "stray/x", "-c", "providers.llm.stray.base_url=http://"+l.Addr().String(),
		"-c", "providers.llm.stray.api_key_env=STRAY_KEY", "-c", "assistant.request.retries=1", "hi")
	if strings.Contains(got.Err, "allowed") || !strings.Contains(got.Err, "failed (503)") {
		t.Errorf("standard error:\n%s", got.Err)
	}
}

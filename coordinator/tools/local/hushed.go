package local

import (
	"io"
	"strings"

	"parley/coordinator/tool"
	"parley/store/text/secret"
)

// hushed removes secrets from what is written through it, even if a secret is split
// between two writes. What may be the beginning of a secret is held back until that
// is known; end writes the rest. Colours are left out, since a secret may be in several.
type hushed struct {
	w       io.Writer
	spelled tool.Secrets
	held    string
	begun   string // what may be the beginning of a colour
}

func (h *hushed) Write(p []byte) (int, error) {
	if len(h.spelled) == 0 {
		return h.w.Write(p)
	}
	plain, begun := secret.Uncoloured(h.begun + string(p))
	h.begun = begun
	return len(p), h.send(h.safe(h.held + plain))
}

func (h *hushed) end() {
	rest := h.held + h.begun
	h.held, h.begun = "", ""
	_ = h.send(h.spelled.Hide(rest)) // that nobody watches any more is not the run's fault
}

func (h *hushed) send(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(h.w, text)
	return err
}

// safe is the part of a text that can be shown whatever follows; the rest is held
// back.
func (h *hushed) safe(text string) string {
	var out strings.Builder
	for {
		at, length := h.first(text)
		began := h.began(text)
		if at < 0 || began <= at {
			out.WriteString(text[:began])
			h.held = text[began:]
			return out.String()
		}
		out.WriteString(text[:at] + tool.Hidden)
		text = text[at+length:]
	}
}

// first is where the first secret in a text begins, -1 if there is none.
func (h *hushed) first(text string) (at, length int) {
	at = -1
	for _, s := range h.spelled {
		if i := strings.Index(text, s); i >= 0 && (at < 0 || i < at) {
			at, length = i, len(s)
		}
	}
	return at, length
}

// began is where the end of a text may be the beginning of a secret, or the length of
// the text if there is none.
func (h *hushed) began(text string) int {
	least := len(text)
	for _, s := range h.spelled {
		for n := min(len(s)-1, len(text)); n > len(text)-least; n-- {
			if strings.HasSuffix(text, s[:n]) {
				least = len(text) - n
			}
		}
	}
	return least
}

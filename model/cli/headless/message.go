package headless

import (
	"fmt"
	"io"
	"strings"

	"parley/model/cli/process"
)

// messageOf is the arguments, or what standard input holds.
func messageOf(p *process.Program, text string) (string, error) {
	if text == "-" || text == "" && !process.FromTerminal(p.In) {
		data, err := io.ReadAll(p.In)
		if err != nil {
			return "", fmt.Errorf("cannot read the message from standard input: %w", err)
		}
		text = strings.TrimSpace(strings.ToValidUTF8(string(data), "\uFFFD"))
	}
	if strings.TrimSpace(text) == "" {
		return "", process.Usage("no message; say `parley run \"your message\"`, or pipe one in")
	}
	return text, nil
}

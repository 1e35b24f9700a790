package rawjson

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Plain is valid JSON of the same value in which no text has an escape for a character that can
// stand there as it is: "rm" instead of "\u0072\u006d". A text that is no Unicode stays as it is.
func Plain(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			out = append(out, raw[i])
			i++
			continue
		}
		end := i + 1
		for ; end < len(raw) && raw[end] != '"'; end++ {
			if raw[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(raw))
		out = append(out, plain(raw[i:end])...)
		i = end
	}
	return out
}

func plain(quoted []byte) []byte {
	var text string
	if !bytes.Contains(quoted, []byte(`\u`)) && !bytes.Contains(quoted, []byte(`\/`)) || json.Unmarshal(quoted, &text) != nil || bytes.ContainsRune([]byte(text), utf8.RuneError) {
		return quoted
	}
	return Quote(text)
}

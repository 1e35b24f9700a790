package secret

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestASecretInJSON: however it is written there, and all else stays as it was written.
func TestASecretInJSON(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{`{"b": "hunter22", "a":"\u0061\/b"}`, `{"b": "[secret]", "a":"\u0061\/b"}`},
		{`{"b":"\u0068\u0075nter22!","a":1.50}`, `{"b":"[secret]!","a":1.50}`},
		{`{"x \u0068unter22":{"\u0068unter22":[]}}`, `{"x [secret]":{"[secret]":[]}}`},
		{`["\u001b[1mhun\u001b[mter22", "\"hunter22\\"]`, `["[secret]", "\"[secret]\\"]`},
		{`{"least":471108,"most":4.71108e5,"n":-47110}`, `{"least":"[secret]","most":"[secret]","n":-47110}`},
		{`{"a":["\u0068unter21",4711]}`, `{"a":["\u0068unter21",4711]}`},
		{`{"k":"v"}`, `"{[secret]}"`},
		{`{"k":"v","a":"\u0068unter22"}`, `"{[secret],\"a\":\"\"}"`},
	} {
		spelled := Spell([]string{"hunter22", "471108", `"k":"v"`})
		got := HideJSON(json.RawMessage(c.said), spelled.Hide)
		if string(got) != c.want || !json.Valid(got) {
			t.Errorf("%s has become %s, want %s", c.said, got, c.want)
		}
		if c.want[0] == '"' {
			continue
		}
		if got := HideText(c.said, spelled.Hide); got != c.want {
			t.Errorf("%s has become %s as a text, want %s", c.said, got, c.want)
		}
	}
}

// TestASecretThatIsTheWord: what stands in place of secrets is not searched for them.
func TestASecretThatIsTheWord(t *testing.T) {
	spelled := Spell([]string{"secret"})
	if got := HideText(`{"a":"a secret","b":"\u0073ecret"}`, spelled.Hide); got != `{"a":"a [secret]","b":"[secret]"}` {
		t.Error(got)
	}
}

// TestWhatIsNoSecretStays, whatever a text holds.
func TestWhatIsNoSecretStays(t *testing.T) {
	spelled := Spell([]string{"hunter22"})
	for said, want := range map[string]string{
		"\x00\x02\x00": "\x00\x02\x00", "\x00\x02\x00 hunter22 \x00\x02\x02\x00": "\x00\x02\x00 [secret] \x00\x02\x02\x00", "a [secret]": "a [secret]",
	} {
		if got := spelled.Hide(said); got != want {
			t.Errorf("%q has become %q", said, got)
		}
	}
}

// TestASecretAmongMillions: what is too much to be looked at text by text is searched as a whole, and becomes one text
// where it has to be JSON.
func TestASecretAmongMillions(t *testing.T) {
	hide := Spell([]string{"hunter22"}).Hide
	for name, c := range map[string]struct {
		said string
		held int // how often the word stands in place of it
	}{
		"once in very much":        {`["\u0068unter22"` + strings.Repeat(`,1`, mostRead) + `]`, 1},
		"once, plain":              {`["hunter22"` + strings.Repeat(`,"\u00e9"`, mostRead/8) + `]`, 1},
		"once in much":             {`["\u0068unter22"` + strings.Repeat(`,1`, mostRead/4) + `]`, 1},
		"in more than are counted": {`["\u0068unter22"` + strings.Repeat(`,"\u0068unter22"`, mostHeld) + `]`, mostHeld + 1},
	} {
		for how, got := range map[string]string{"JSON": string(HideJSON(json.RawMessage(c.said), hide)), "a text": HideText(c.said, hide)} {
			if strings.Count(got, Given) != c.held || strings.Contains(got, "unter22") || how == "JSON" && !json.Valid([]byte(got)) {
				t.Errorf("%s as %s: %d times %s, %.80s", name, how, strings.Count(got, Given), Given, got)
			}
		}
	}
	for _, key := range []string{`quote"key12345678`, `back\key12345678`, "emoji😀key12345"} {
		var escapes strings.Builder
		for _, c := range key {
			escapes.WriteString(inEscapes(c))
		}
		hide := Spell([]string{key}).Hide
		for name, said := range map[string]string{
			"very much": `["` + escapes.String() + `"` + strings.Repeat(`,1`, mostRead) + `]`,
			"many":      `["x"` + strings.Repeat(`,"`+escapes.String()+`"`, mostHeld+1) + `]`,
		} {
			if got := HideText(said, hide); !strings.Contains(got, Given) || strings.Contains(got, escapes.String()) || strings.Contains(got, key[6:]) {
				t.Errorf("%s, %s: %.120s", key, name, got)
			}
		}
	}
	if said := `[` + strings.Repeat(`1,`, mostRead) + `1]`; string(HideJSON(json.RawMessage(said), hide)) != said || HideText(said, hide) != said {
		t.Error("what holds no secret is changed")
	}
}

// TestASecretInAnyEscapes: each letter of it may be escaped or not, within any text.
func TestASecretInAnyEscapes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	letters := []rune("abcd/efgh/+=12é😀\"\\ '<\n")
	for range 400 {
		var key, escaped strings.Builder
		for range 6 + rnd.IntN(12) {
			c := letters[rnd.IntN(len(letters))]
			key.WriteRune(c)
			quoted, err := json.Marshal(string(c))
			if err != nil {
				t.Fatal(err)
			}
			ways := []string{string(quoted[1 : len(quoted)-1]), inEscapes(c)}
			if c == '/' {
				ways = append(ways, `\/`)
			}
			escaped.WriteString(ways[rnd.IntN(len(ways))])
		}
		hide := Spell([]string{key.String()}).Hide
		for _, around := range []string{`["x","%s"]`, `refused: {"k":"%s"}`, `{"k":"%s`, `["` + strings.Repeat("x", mostRead) + `","%s"]`, `["x"` + strings.Repeat(`,"%[1]s"`, mostHeld+1) + `]`} {
			if len(around) > mostHeld && rnd.IntN(100) > 0 {
				continue
			}
			said := fmt.Sprintf(around, escaped.String())
			got := HideText(said, hide)
			if !strings.Contains(got, Given) || strings.Contains(unescaped(got), unescaped(escaped.String())) {
				t.Fatalf("%q, written %s, in %.40q: %.200s", key.String(), escaped.String(), around, got)
			}
		}
	}
}

// TestASecretAsProgramsQuoteIt, in an address, for a shell, in a web page and in a pointer.
func TestASecretAsProgramsQuoteIt(t *testing.T) {
	hide := Spell([]string{`p@ss/w!rd (1)~é $&<a`, `back\slash\12`}).Hide
	for _, said := range []string{
		`p%40ss%2Fw!rd%20(1)~%C3%A9%20%24%26%3Ca`, `p%40ss%2fw%21rd%20%281%29%7e%c3%a9%20%24%26%3ca`, `p@ss%2Fw!rd+(1)~%C3%A9+$%26%3Ca`,
		`p@ss/w\!rd\ \(1\)~é\ \$\&\<a`, `{"x":"p@ss/w\\!rd\\ \\(1\\)~é\\ \\$\\&\\<a"}`, `p@ss/w!rd (1)~é $&amp;&lt;a`, `p&#64;ss/w&#x21;rd (1)~&eacute; $&amp;&lt;a`,
		`at /q/p@ss~1w!rd (1)~0é $&<a`, `back\\slash\\12`, `back%5Cslash%5c12`, `b\u0061ck\\slash\\12`,
	} {
		if got := hide("a 100% " + said + ` b\c`); !strings.HasPrefix(got, "a 100% ") || !strings.Contains(got, Given) || strings.Contains(got, "w!rd") || strings.Contains(got, "slash") {
			t.Errorf("%s has become %s", said, got)
		}
	}
	if said := `a%20b \u0061 \"x\" &amp; ~1`; hide(said) != said {
		t.Errorf("without a secret, %s has become %s", said, hide(said))
	}
}

// inEscapes is a character in escapes of JSON alone.
func inEscapes(c rune) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune{c}) {
		fmt.Fprintf(&b, `\u%04X`, unit)
	}
	return b.String()
}

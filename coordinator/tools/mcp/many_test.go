package mcp

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"parley/forms"
)

// TestMoreThanIsTaken: of what a server offers only so much is looked at, whatever of it can be
// used, and it is said that there is more.
func TestMoreThanIsTaken(t *testing.T) {
	items := func(n int, form string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(form, i)
		}
		return strings.Join(all, ",")
	}
	pages := map[string]int{}
	lists := map[string]string{ // none of these has an end
		"tools":     `"tools":[` + items(600, `{"name":"t%d-PAGE","inputSchema":{"type":"object"}}`) + `]`,
		"prompts":   `"prompts":[` + items(600, `{"name":"two words %d"}`) + `]`,
		"resources": `"resources":[` + items(600, `{"uri":"test://%d","name":"r"}`) + `]`,
	}
	s := talking(t, `{"tools":{},"prompts":{},"resources":{}}`, func(w http.ResponseWriter, m talk) bool {
		what, is := strings.CutSuffix(m.Said, "/list")
		if !is || lists[what] == "" {
			return false
		}
		pages[what]++
		m.answers(w, `{"nextCursor":"more",`+strings.ReplaceAll(lists[what], "PAGE", fmt.Sprint(pages[what]))+`}`)
		return true
	})
	st := s.States()[0]
	same(t, "what is taken", fmt.Sprint(st.Connected, len(st.Offers), len(st.Prompts), len(st.Resources), pages), "true 1000 0 1000 map[prompts:2 resources:2 tools:2]")
	var said []string
	for _, fault := range st.Faults {
		if !strings.Contains(fault, "cannot be typed") {
			said = append(said, fault)
		}
	}
	same(t, "what is said", strings.Join(said, "\n"), "it has more tools than are taken: those after the first 1000 are left out\n"+
		"it has more prompts than are taken: those after the first 1000 are left out\n"+
		"it has more resources than are taken: those after the first 1000 are left out")
	same(t, "how many names are told", fmt.Sprint(len(st.Faults)), "1003")
}

// TestAPromptOfThousandsOfArguments is kept as far as a form could ask for them.
func TestAPromptOfThousandsOfArguments(t *testing.T) {
	s := talking(t, `{"tools":{},"prompts":{}}`, func(w http.ResponseWriter, m talk) bool {
		switch m.Said {
		case "tools/list":
			m.answers(w, `{"tools":[]}`)
		case "prompts/list":
			m.answers(w, `{"prompts":[{"name":"p","arguments":[{"name":"`+strings.Repeat("x", longest+1)+`"}`+strings.Repeat(`,{"name":"a"}`, 10_000)+`]}]}`)
		default:
			return false
		}
		return true
	})
	same(t, "how many", fmt.Sprint(len(s.States()[0].Prompts[0].Arguments)), fmt.Sprint(forms.Most))
}

// TestPromptsOfWhichAServerSaysTooMuch are taken up to a bound.
func TestPromptsOfWhichAServerSaysTooMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("reads lists of some MiB")
	}
	said := strings.Repeat(`,{"name":"a","title":"`+strings.Repeat("x", longest)+`"}`, forms.Most)[1:]
	n := 0
	s := talking(t, `{"tools":{},"prompts":{}}`, func(w http.ResponseWriter, m talk) bool {
		switch m.Said {
		case "tools/list":
			m.answers(w, `{"tools":[]}`)
		case "prompts/list":
			n++
			m.answers(w, fmt.Sprintf(`{"nextCursor":"more","prompts":[{"name":"p%d","arguments":[%s]}]}`, n, said))
		default:
			return false
		}
		return true
	})
	st := s.States()[0]
	same(t, "how many", fmt.Sprint(len(st.Prompts), st.Faults), fmt.Sprint(mostKept/(forms.Most*longest), " [", longPromptsText, "]"))
}

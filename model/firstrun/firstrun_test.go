package firstrun

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/model/kit"
	"parley/providers"
	"parley/teatest/desk"
	"parley/teatest/desk/talk"
	"parley/views/text"
)

// fakeBeginning offers what the test says, and opens an empty conversation.
type fakeBeginning struct {
	d            *desk.Desk
	found, local []Server
	models       []string
	keyless      []Server
	err, keepErr error
	used         []string
}

func (b *fakeBeginning) Found() []Server { return b.found }
func (b *fakeBeginning) Local() []Server { return b.local }

func (b *fakeBeginning) Keyless() []Server { return b.keyless }

func (b *fakeBeginning) KeyName(string) string { return "GPU_API_KEY" }

func (b *fakeBeginning) Keep(s Server, key string, file bool) error {
	b.used = append(b.used, fmt.Sprintf("keep %s %s %t", s.KeyEnv, key, file))
	return b.keepErr
}

func (b *fakeBeginning) Models(s Server) ([]string, error) {
	if s.Key != "" {
		b.used = append(b.used, "try "+s.Key)
	}
	return b.models, b.err
}

func (b *fakeBeginning) Use(s Server, model string) (tea.Model, error) {
	if b.err != nil {
		return nil, b.err
	}
	b.used = append(b.used, fmt.Sprintf("%s|%s|%s|%s", s.Name, s.BaseURL, s.KeyEnv, model))
	return talk.New(b.d.T).Top, nil
}

func (b *fakeBeginning) Tour() (tea.Model, error) {
	b.used = append(b.used, "tour")
	return talk.New(b.d.T).Top, b.err
}

func firstRun(t *testing.T, b *fakeBeginning) *desk.Desk {
	t.Helper()
	theme, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	d := desk.New(t)
	b.d = d
	d.Top = NewFirstRun(kit.Shared{Theme: theme, Now: d.Clock}, b, "~/.config/parley/config.toml", "~/.config/parley/keys.toml")
	return d.Start()
}

func ollama() Server {
	return Server{Name: "ollama", Title: "Ollama on this machine", Models: []string{"qwen3:8b", "llama3.3"}}
}

func anthropic() Server {
	return Server{Name: "anthropic", Title: "Anthropic", About: "ANTHROPIC_API_KEY is set"}
}

func TestFirstRun(t *testing.T) {
	d := firstRun(t, &fakeBeginning{local: []Server{ollama()}, found: []Server{anthropic()}})
	if got, want := d.Screen(), `
   Parley needs a model.

   Found
 › 1  Ollama on this machine  qwen3:8b, llama3.3 (2 models)
   2  Anthropic               ANTHROPIC_API_KEY is set

   Or
   3  Another server…         any OpenAI-compatible address
   4  Take the tour           offline, two minutes, nothing is changed













 1-4 choose   ↑↓ Enter   Esc quit           writes ~/.config/parley/config.toml`; got != want {
		t.Errorf("the screen is\n%s\n--- want\n%s", got, want)
	}
}

func TestFirstRunFindsNothing(t *testing.T) {
	d := firstRun(t, &fakeBeginning{})
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	if got, want := d.Screen(), `
   Parley needs a model.

 ! No key is set in the environment,
   and no model server answers on
   this machine.

 › 1  Another server…
      any OpenAI-compatible address
   2  Take the tour

 1-2 choose   ↑↓ Enter   Esc quit`; got != want {
		t.Errorf("the screen is\n%s\n--- want\n%s", got, want)
	}
}

func TestFirstRunWithAServerOfThisMachine(t *testing.T) {
	b := &fakeBeginning{local: []Server{ollama()}}
	d := firstRun(t, b).Press("enter")
	d.Shows("   Which model of Ollama on this machine?", " › qwen3:8b", "   llama3.3")
	d.Sees(" Enter use this model   ↑↓ move   Esc back")
	d.Press("down", "enter")
	if fmt.Sprint(b.used) != "[ollama|||llama3.3]" {
		t.Errorf("used %q", b.used)
	}
	d.Sees(strings.Repeat("─", 80) + "\n › Ask, or / for commands\n\n small")
}

func TestFirstRunWithAKey(t *testing.T) {
	b := &fakeBeginning{found: []Server{anthropic()}, models: []string{"big-1", "small-1"}}
	d := firstRun(t, b).Press("1").Write("sma")
	d.Shows(" › small-1")
	d.Press("enter")
	if fmt.Sprint(b.used) != "[anthropic|||small-1]" {
		t.Errorf("used %q", b.used)
	}
}

func TestFirstRunWithAKeyThatIsRefused(t *testing.T) {
	b := &fakeBeginning{found: []Server{anthropic()}, err: errors.New("Anthropic refused the key (401). Set ANTHROPIC_API_KEY to a valid one.")}
	d := firstRun(t, b).Press("1")
	d.Shows(" ! Anthropic refused the key (401). Set ANTHROPIC_API_KEY to a valid one.", "   Or write the name of a model.")
	d.Sees(" Esc back")
	d.Write("big-1")
	d.Sees(" Enter use the model of this name   Esc back")
	d.Press("enter")
	d.Shows("   › big-1")
	d.Sees(" ! Anthropic refused the key (401). Set ANTHROPIC_API_KEY to a valid one.\n\n Enter use the model of this name   Esc back")
	d.Press("esc")
	d.Shows(" › 1  Anthropic        ANTHROPIC_API_KEY is set")
}

func TestFirstRunWithAnotherServer(t *testing.T) {
	b := &fakeBeginning{models: []string{"one", "two"}}
	d := firstRun(t, b).Press("1").Write("ftp:// gp").Press("enter")
	d.Shows(" ! The address should begin with http:// or https://.")
	d.Press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace")
	d.Send(tea.PasteMsg{Content: "http://gpu:8000/v1/\n"})
	d.Press("enter", "tab", "tab")
	d.Shows("   Variable that holds the key of http://gpu:8000/v1/", " Enter ask it   Tab paste the key   Esc back")
	d.Write("GPU_KEY").Press("enter")
	d.Shows("   Which model of http://gpu:8000/v1/?", " › one")
	if d.Press("enter"); len(b.used) != 0 {
		t.Errorf("a key that is held down used %q", b.used)
	}
	d.Pass(time.Second)
	d.Press("enter")
	if fmt.Sprint(b.used) != "[|http://gpu:8000/v1|GPU_KEY|one]" {
		t.Errorf("used %q", b.used)
	}
}

func TestVariableName(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "MY_API_KEY": true, "_k2": true, "openai_key": true,
		"sk-proj-1234": false, "xai-abc": false, "2KEY": false, "A B": false, "KEY=x": false, "$KEY": false, "a.b": false, "Schlüssel": false,
	} {
		if got := variableName(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestFirstRunTour(t *testing.T) {
	b := &fakeBeginning{}
	d := firstRun(t, b).Press("2")
	if fmt.Sprint(b.used) != "[tour]" {
		t.Errorf("used %q", b.used)
	}
	d.Sees(" small")
	for _, key := range []string{"esc", "q", "ctrl+c"} {
		d := firstRun(t, &fakeBeginning{})
		d.Press(key)
		if len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) {
			t.Errorf("%s: to Bubble Tea went %v", key, d.Out)
		}
	}
}

// TestFirstRunFits: every page keeps to the screen, at every size.
func TestFirstRunFits(t *testing.T) {
	many := Server{Name: "x", Title: "日本語 \x1b[31mserver with a very long name that goes on", Models: []string{"a", "b\x1b]0;x\a"}}
	for _, keys := range [][]string{nil, {"1"}, {"2"}, {"2", "x", "enter"}} {
		d := firstRun(t, &fakeBeginning{local: []Server{many}}).Press(keys...)
		for w := 1; w < 100; w += 3 {
			for h := 1; h < 30; h += 2 {
				d.Send(tea.WindowSizeMsg{Width: w, Height: h})
				content := d.Top.View().Content
				lines := 1
				for _, r := range content {
					if r == '\n' {
						lines++
					}
				}
				if lines > h {
					t.Fatalf("%v at %d×%d: %d lines", keys, w, h, lines)
				}
				for _, l := range strings.Split(content, "\n") {
					if ansi.StringWidth(l) > w {
						t.Fatalf("%v at %d×%d: a line is %d wide: %q", keys, w, h, ansi.StringWidth(l), l)
					}
				}
			}
		}
	}
}

// TestAFirstRunIsSuspended, even while an address is written.
func TestAFirstRunIsSuspended(t *testing.T) {
	firstRun(t, &fakeBeginning{}).Suspends()
	firstRun(t, &fakeBeginning{}).Press("1").Write("http").Suspends()
}

// TestTheNameOfAModelIsALine: it is edited at the cursor, which is visible.
func TestTheNameOfAModelIsALine(t *testing.T) {
	d := firstRun(t, &fakeBeginning{models: []string{"small-1", "big-1"}}).Press("1").Write("gpu:8000").Press("enter")
	if d.Top.View().Cursor == nil {
		t.Error("the address has no cursor")
	}
	f := firstRun(t, &fakeBeginning{models: []string{"one two", "other"}})
	f.Top.(*FirstRun).to(choosingModel)
	f.Write("ne two").Press("home").Write("o").Press("end", "ctrl+w")
	f.Send(tea.PasteMsg{Content: "three"})
	if got := f.Top.(*FirstRun).typed.Text(); got != "one three" {
		t.Errorf("the name is %q", got)
	}
	if c := f.Top.View().Cursor; c == nil || c.X != 14 || c.Y != 5 {
		t.Errorf("the cursor is at %v", c)
	}
}

func openAI() Server {
	return Server{Name: "openai", Title: "OpenAI", KeyEnv: "OPENAI_API_KEY", About: "OPENAI_API_KEY"}
}

// TestAKeyIsTriedAndKept: it is pasted into a field that does not show it, and kept only
// once the server has accepted it.
func TestAKeyIsTriedAndKept(t *testing.T) {
	b := &fakeBeginning{found: []Server{anthropic()}, keyless: []Server{openAI()}, models: []string{"gpt-5"}}
	d := firstRun(t, b)
	d.Shows("   2  Another server…  any OpenAI-compatible address", "   Or paste a key for", "   4  OpenAI           OPENAI_API_KEY")
	d.Golden("first-run-keyless")
	d.Press("4", "enter")
	d.Shows("   Key for OpenAI, as in OPENAI_API_KEY", " ! Paste the key.")
	d.Send(tea.PasteMsg{Content: " sk-abc123\n"})
	b.err = &providers.Error{Status: 401, Message: "no"}
	d.Press("enter")
	d.Shows(" ! The server does not take this key.", "   It is kept in ~/.config/parley/keys.toml, which nobody else can read.")
	d.Golden("first-run-key")
	if strings.Contains(d.Screen(), "sk-") {
		t.Errorf("the key is on the screen:\n%s", d.Screen())
	}
	b.err = nil
	d.Press("backspace").Write("4").Press("enter")
	if got, want := fmt.Sprint(b.used), "[try sk-abc123 try sk-abc124 keep OPENAI_API_KEY sk-abc124 true openai||OPENAI_API_KEY|gpt-5]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAKeyIsKeptInTheVariable if the user wants that, and what cannot be a key is not
// sent.
func TestAKeyIsKeptInTheVariable(t *testing.T) {
	b := &fakeBeginning{keyless: []Server{openAI()}, models: []string{"a", "b"}, keepErr: errors.New("the key was not kept: the disk is full")}
	d := firstRun(t, b)
	d.Press("3", "tab").Write("two words").Press("enter")
	d.Shows(" ! This is no key: it holds a blank or a character that keys do not have.", "   It is not written down. Set OPENAI_API_KEY to have it the next time.")
	if len(b.used) > 0 {
		t.Errorf("it was sent: %q", b.used)
	}
	d.Press("esc", "3", "tab").Write("k").Press("enter")
	d.Shows(" ! the key was not kept: the disk is full")
	b.keepErr = nil
	d.Press("enter")
	d.Shows("   Which model of OpenAI?")
	if got, want := fmt.Sprint(b.used), "[try k keep OPENAI_API_KEY k false try k keep OPENAI_API_KEY k false]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestWhatIsChosenSaysMoreBelowIt if its words have no room in its row, whatever is below.
func TestWhatIsChosenSaysMoreBelowIt(t *testing.T) {
	d := firstRun(t, &fakeBeginning{keyless: []Server{{Title: "OpenAI", About: "OPENAI_API_KEY"}, {Title: "Cerebras", About: "CEREBRAS_API_KEY"}}})
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 20})
	for i, want := range []string{" › 1  Another server…\n      any OpenAI-compatible address\n   2", " › 2  Take the tour\n      offline, two minutes, nothing is\n      changed\n",
		" › 3  OpenAI\n      OPENAI_API_KEY\n   4"} {
		if i > 0 {
			d.Press("down")
		}
		if got := d.Screen(); !strings.Contains(got, want) {
			t.Errorf("%q is not on the screen\n%s", want, got)
		}
	}
}

package firstrun

import (
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/providers"
)

func TestFirstRunCorrectsAnAddress(t *testing.T) {
	b := &fakeBeginning{err: &providers.Error{
		Message: "127.0.0.1:9 is not running at http://127.0.0.1:9/v1.",
		Help:    "Start it, or set providers.llm.127-0-0-1.base_url to where it is.",
	}}
	d := firstRun(t, b).Press("1").Write("http://127.0.0.1:9/v1").Press("enter", "enter")
	if got, want := d.Screen(), `
   Parley needs a model.

   Which model of http://127.0.0.1:9/v1?

   › its name

 ! 127.0.0.1:9 is not running at http://127.0.0.1:9/v1. Esc corrects the
   address.
   Or write the name of a model.













 Esc correct the address`; got != want {
		t.Errorf("the screen is\n%s\n--- want\n%s", got, want)
	}
	d.Press("esc")
	d.Shows("   Its address, up to and including /v1", "   › http://127.0.0.1:9/v1")
	d.Sees(" Enter next   Esc back")
	b.err, b.models = nil, []string{"one", "two"}
	d.Press("backspace", "backspace", "backspace", "backspace").Write("8/v1").Press("enter", "enter")
	d.Shows("   Which model of http://127.0.0.1:8/v1?", " › one")
	d.Sees(" Enter use this model   ↑↓ move   Esc correct the address")
	d.Press("esc")
	d.Shows("   › http://127.0.0.1:8/v1")
	d.Press("esc")
	d.Shows(" › 1  Another server…  any OpenAI-compatible address")
	if len(d.Out) != 0 {
		t.Errorf("to Bubble Tea went %v", d.Out)
	}
}

// TestFirstRunTakesTheAnswerOfTheAddressThatStands: the address was corrected before the
// first one answered.
func TestFirstRunTakesTheAnswerOfTheAddressThatStands(t *testing.T) {
	b := &fakeBeginning{models: []string{"early"}}
	f := firstRun(t, b).Press("1").Write("http://a/v1").Press("enter").Top.(*FirstRun)
	early := f.try()
	f.key(tea.KeyPressMsg{Code: tea.KeyEscape})
	f.correct()
	f.paste("2")
	f.addressGiven()
	late := f.try()
	f.Update(early())
	if f.models.Here || f.page != writingKey {
		t.Errorf("the models of the first address were taken: %v", f.models.Choices)
	}
	b.models = []string{"late", "later"}
	f.Update(late())
	if fit := f.fittingModels(); len(fit) != 2 || fit[0].Name != "late" {
		t.Errorf("the models are %v", fit)
	}
}

func TestServerFault(t *testing.T) {
	typed, keyed, short := Server{BaseURL: "http://a/v1"}, Server{BaseURL: "http://a/v1", KeyEnv: "K"}, Server{BaseURL: "http://a"}
	const help = "Set providers.llm.a.base_url."
	for _, c := range []struct {
		server Server
		err    error
		want   string
	}{
		{anthropic(), &providers.Error{Message: "No.", Help: "Set K."}, "No. Set K."},
		{typed, &providers.Error{Message: "No.", Help: help}, "No. Esc corrects the address."},
		{short, &providers.Error{Message: "No.", Help: help}, "No. Esc corrects the address, which often ends in /v1."},
		{short, &providers.Error{Status: 404, Message: "No.", Help: help}, "No. Esc corrects the address, which often ends in /v1."},
		{short, &providers.Error{Status: 302, Message: "No.", Help: help}, "No. Esc corrects the address, which often ends in /v1."},
		{typed, &providers.Error{Status: 500, Message: "No.", Help: "Try later."}, "No. Try later. Esc corrects the address."},
		{typed, &providers.Error{Status: 401, Message: "No.", Help: help}, "No. Esc corrects the address and the key."},
		{keyed, &providers.Error{Status: 401, Message: "No.", Help: "Set K."}, "No. Set K. Esc corrects the address and the key."},
		{typed, &providers.Error{Status: 403, Message: "No."}, "No. Esc corrects the address and the key."},
		{keyed, errors.New("the variable K is not set"), "the variable K is not set. Esc corrects the address and the key."},
	} {
		if got := serverFault(c.server, c.err); got != c.want {
			t.Errorf("%+v %v: %q, want %q", c.server, c.err, got, c.want)
		}
	}
}

// TestAnAddressWithoutAServerIsRefused says for each what to correct.
func TestAnAddressWithoutAServerIsRefused(t *testing.T) {
	for _, c := range []struct{ address, fault string }{
		{"", " ! Type the address of the server, such as localhost:8000."},
		{"ftp://gpu", " ! The address should begin with http:// or https://."},
		{"http://", " ! The address names no server. It should look like http://localhost:8000/v1."},
		{"https:///v1", " ! The address names no server. It should look like http://localhost:8000/v1."},
		{"http://:8000/v1", " ! The address names no server. It should look like http://localhost:8000/v1."},
		{"http://gpu box/v1", " ! This is no address. It should look like http://localhost:8000/v1."},
		{"http://[::1/v1", " ! This is no address. It should look like http://localhost:8000/v1."},
		{"http://gpu:http/v1", " ! This is no address. It should look like http://localhost:8000/v1."},
		{"http://gpu:0/v1", " ! The port of the address should be a number from 1 to 65535."},
		{"http://gpu:80000/v1", " ! The port of the address should be a number from 1 to 65535."},
		{"http://gpu/v1?key=1", " ! The address should end with its path, without ? and #."},
		{"http://gpu/v1#top", " ! The address should end with its path, without ? and #."},
	} {
		d := firstRun(t, &fakeBeginning{}).Press("1").Write(c.address).Press("enter")
		d.Shows(c.fault) // beside the field
		d.Sees(" Enter next   Esc back")
	}
	for _, address := range []string{"http://gpu", "https://gpu:8000/v1", "HTTP://[::1]:8000/v1/", "http://gpu:65535", "gpu:8000"} {
		d := firstRun(t, &fakeBeginning{}).Press("1").Write(address).Press("enter")
		d.Sees(" Enter ask it   Tab keep it elsewhere   Esc back")
	}
}

func TestAnAddressBecomesWhole(t *testing.T) {
	for written, want := range map[string]string{
		"localhost:8201": "http://localhost:8201/v1", "127.0.0.1:8000/v1": "http://127.0.0.1:8000/v1", "gpu:8000": "http://gpu:8000/v1", "192.168.1.7": "http://192.168.1.7/v1",
		"[::1]:8000": "http://[::1]:8000/v1", "api.example.org": "https://api.example.org/v1", "api.example.org/openai/v1/": "https://api.example.org/openai/v1/",
		"http://localhost:1": "http://localhost:1", "ftp://x": "ftp://x", "": "", "two words": "two words", "10.0.0.1:80": "http://10.0.0.1:80/v1", "172.20.1.1": "http://172.20.1.1/v1", "172.2.1.1": "https://172.2.1.1/v1", "10.example.org": "https://10.example.org/v1",
	} {
		if got := wholeAddress(written); got != want {
			t.Errorf("%q becomes %q, want %q", written, got, want)
		}
	}
	b := &fakeBeginning{models: []string{"m"}}
	d := firstRun(t, b)
	d.Press("1").Write("localhost:8201").Press("enter")
	d.Shows("   Key for http://localhost:8201/v1; leave it empty if none is needed")
}

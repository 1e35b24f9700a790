package process

import (
	"os"
	"reflect"
	"testing"
)

// TestWhatIsKnownOfAProcess goes through who may be above a process that wants to answer.
func TestWhatIsKnownOfAProcess(t *testing.T) {
	top := relative{name: "init", session: 1}
	holder := relative{"parley", 1, 5, nil, 0}
	for name, c := range map[string]struct {
		all  map[int]relative
		want Kin
	}{
		"a shell":                   {map[int]relative{9: {"parley", 7, 7, nil, 0}, 7: {"sh", 1, 7, nil, 0}, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"sh", "init"}, Known: true}},
		"a command":                 {map[int]relative{9: {"parley", 5, 9, nil, 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"parley", "init"}, Below: true, Command: true, Known: true}},
		"below a command":           {map[int]relative{9: {"nc", 7, 7, nil, 0}, 7: {"sh", 5, 7, nil, 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "nc", Parents: []string{"sh", "parley", "init"}, Below: true, Command: true, Known: true}},
		"its own mark":              {map[int]relative{9: {"nc", 1, 9, []byte("MARK=1\x00"), 0}, 1: top}, Kin{PID: 9, Program: "nc", Parents: []string{"init"}, Below: true, Command: true, Known: true}},
		"a marked parent":           {map[int]relative{9: {"nc", 7, 9, nil, 0}, 7: {"sh", 1, 7, []byte("A=1\x00MARK=1\x00"), 0}, 1: top}, Kin{PID: 9, Program: "nc", Parents: []string{"sh", "init"}, Below: true, Command: true, Known: true}},
		"what tells of it":          {map[int]relative{9: {"parley", 7, 7, nil, 0}, 7: {"sh", 5, 7, []byte("MARK=1\x00BELOW_PARLEY_TO_NOTIFY=1\x00"), 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"sh", "parley", "init"}, Below: true, Known: true}},
		"what it left":              {map[int]relative{9: {"parley", 7, 7, nil, 0}, 7: {"sh", 5, 7, []byte("BELOW_PARLEY_TO_NOTIFY=1\x00"), 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"sh", "parley", "init"}, Below: true, Known: true}},
		"a command that would tell": {map[int]relative{9: {"parley", 7, 7, []byte("MARK=1\x00BELOW_PARLEY_TO_NOTIFY=1\x00"), 0}, 7: {"sh", 5, 7, []byte("MARK=1\x00"), 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"sh", "parley", "init"}, Below: true, Command: true, Known: true}},
		"a command without marks":   {map[int]relative{9: {"parley", 7, 7, nil, 0}, 7: {"sh", 5, 7, []byte("A=1\x00"), 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"sh", "parley", "init"}, Below: true, Command: true, Known: true}},
		"an editor's shell":         {map[int]relative{9: {"parley", 8, 5, nil, 0}, 8: {"vi", 5, 5, nil, 0}, 5: holder, 1: top}, Kin{PID: 9, Program: "parley", Parents: []string{"vi", "parley", "init"}, Known: true}},
		"it has ended":              {map[int]relative{1: top}, Kin{PID: 9}},
		"one is hidden":             {map[int]relative{9: {"parley", 7, 7, nil, 0}}, Kin{PID: 9}},
		"a circle":                  {map[int]relative{9: {"parley", 8, 9, nil, 0}, 8: {"sh", 9, 9, nil, 0}}, Kin{PID: 9}},
	} {
		got := kinOf(9, "MARK=1", func(pid int) (relative, bool) { r, ok := c.all[pid]; return r, ok })
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestWhatIsKnownOfThisProcess(t *testing.T) {
	k := Self("NO_SUCH_MARK=1")
	if k.PID != os.Getpid() || !k.Known || k.Program == "" || len(k.Parents) == 0 || k.Began == 0 {
		t.Errorf("%+v", k)
	}
	if gone := KinOf(1<<30, "M=1"); gone.Known || gone.Program != "" {
		t.Errorf("of a process that is not there: %+v", gone)
	}
}

package settings

import (
	"encoding/json"
	"testing"
)

const command = "/opt/parley-hook claude"

func entries() []Entry {
	return []Entry{{"PermissionRequest", "*", 86400}, {"Stop", "", 10}}
}

// TestAddingChangesNothingElse: what is added, written out, and what removing it leaves.
func TestAddingChangesNothingElse(t *testing.T) {
	const ours = `{"type":"command","command":"/opt/parley-hook claude","timeout":10}`
	for name, c := range map[string]struct{ doc, want, left string }{
		"no file": {"", `{
  "hooks": {
    "PermissionRequest": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/opt/parley-hook claude",
            "timeout": 86400
          }
        ]
      }
    ],
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/opt/parley-hook claude",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`, "{}\n"},
		"other keys, with tabs": {"{\n\t\"model\": \"x\",\n\t\"b\":   [1,2]\n}", "{\n\t\"model\": \"x\",\n\t\"b\":   [1,2],\n\t\"hooks\": {\n" +
			"\t\t\"PermissionRequest\": [\n\t\t\t{\n\t\t\t\t\"matcher\": \"*\",\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"/opt/parley-hook claude\",\n\t\t\t\t\t\t\"timeout\": 86400\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t],\n" +
			"\t\t\"Stop\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"/opt/parley-hook claude\",\n\t\t\t\t\t\t\"timeout\": 10\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}", ""},
		"lines that end with two characters": {"{\r\n  \"hooks\": {\r\n    \"Stop\": [{\"hooks\": [" + ours + "]}],\r\n    \"PermissionRequest\": []\r\n  }\r\n}\r\n",
			"{\r\n  \"hooks\": {\r\n    \"Stop\": [{\"hooks\": [" + ours + "]}],\r\n    \"PermissionRequest\": [\r\n      {\r\n        \"matcher\": \"*\",\r\n        \"hooks\": [\r\n          {\r\n" +
				"            \"type\": \"command\",\r\n            \"command\": \"/opt/parley-hook claude\",\r\n            \"timeout\": 86400\r\n          }\r\n        ]\r\n      }\r\n    ]\r\n  }\r\n}\r\n", "{}\r\n"},
		"one line": {`{"a":1}`, `{"a":1, "hooks": {"PermissionRequest":[{"matcher":"*","hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":86400}]}], "Stop": [{"hooks":[` + ours + `]}]}}`, ""},
		"hooks of others": {`{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"x"}]}]},"z":0}`,
			`{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"x"}]}, {"hooks":[` + ours + `]}], "PermissionRequest": [{"matcher":"*","hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":86400}]}]},"z":0}`, ""},
		"once more": {`{"hooks":{"Stop":[{"hooks":[` + ours + `]}],"PermissionRequest":[{"hooks":[` + ours + `]}]}}`, `{"hooks":{"Stop":[{"hooks":[` + ours + `]}],"PermissionRequest":[{"hooks":[` + ours + `]}]}}`, "{}"},
	} {
		got, err := Add([]byte(c.doc), command, entries())
		if err != nil || string(got) != c.want || !json.Valid(got) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.want)
		}
		left := c.left
		if left == "" {
			left = c.doc
		}
		if back, err := Remove(got, command); err != nil || string(back) != left {
			t.Errorf("%s: %v, removing leaves\n%s", name, err, back)
		}
		if events, err := Has(got, command); err != nil || len(events) != 2 {
			t.Errorf("%s: %v, %v", name, events, err)
		}
	}
}

// TestRemovingTakesOnlyOurs out of a group that somebody put others into.
func TestRemovingTakesOnlyOurs(t *testing.T) {
	doc := `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}, {"type":"command","command":"/opt/parley-hook claude"}]}]}}`
	got, err := Remove([]byte(doc), command)
	if want := `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	if all, err := Commands([]byte(doc)); err != nil || len(all) != 2 || all[0] != "mine" {
		t.Errorf("%v, %v", all, err)
	}
}

// TestFaultySettingsAreNotTouched: the program would pass over all of the file's hooks.
func TestFaultySettingsAreNotTouched(t *testing.T) {
	for doc, want := range map[string]string{
		`{"a":1,}`:                "it is no JSON in line 1: invalid character '}' looking for beginning of object key string",
		`// x` + "\n{}":           "it is no JSON in line 1: invalid character '/' looking for beginning of value",
		"{\n \"a\": 1,\n // b\n}": "it is no JSON in line 3: invalid character '/' looking for beginning of object key string",
		`[]`:                      "it is no JSON object",
		`{"a":1,"a":2}`:           "/a stands there twice",
		"\ufeff{}":                "it begins with a byte order mark, which is no JSON; save it without one",
		`{"hooks":[]}`:            "hooks is no object",
		`{"hooks":{"Stop":{}}}`:   "hooks.Stop is no list",
		`{"hooks":{"Stop":[1]}}`:  "hooks.Stop[0] has no list of hooks",
		`{"hooks":{"PermissionRequest":[{"hooks":[]},{"hooks":[{"type":"command"}]}]}}`: "hooks.PermissionRequest[1] has a hook without a command",
		`{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}`:                              "hooks.Stop[0] has a hook without a type",
	} {
		got, err := Add([]byte(doc), command, entries())
		if err == nil || err.Error() != want || got != nil {
			t.Errorf("%s: %v, %s", doc, err, got)
		}
		if got, worse := Remove([]byte(doc), command); worse == nil || worse.Error() != want || got != nil {
			t.Errorf("%s, removing: %v, %s", doc, worse, got)
		}
	}
}

// TestHooksThatWereAltered: for fewer tools, or with another time.
func TestHooksThatWereAltered(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"hooks":{"PermissionRequest":[{"matcher":"*","hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":86400}]}]}}`:    false,
		`{"hooks":{"PermissionRequest":[{"hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":86400}]}]}}`:                  false,
		`{"hooks":{"PermissionRequest":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":86400}]}]}}`: true,
		`{"hooks":{"PermissionRequest":[{"matcher":"*","hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":5}]}]}}`:        true,
		`{"hooks":{"PermissionRequest":[{"matcher":"*","hooks":[{"type":"command","command":"/opt/parley-hook claude"}]}]}}`:                    true,
		`{"hooks":{"PermissionRequest":[{"matcher":"Bash","hooks":[{"type":"command","command":"mine","timeout":5}]}]}}`:                        false,
		`{"hooks":{"Another":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/parley-hook claude","timeout":5}]}]}}`:               false,
	} {
		if got, err := Altered([]byte(doc), command, entries()); err != nil || (len(got) == 1 && got[0] == "PermissionRequest") != want {
			t.Errorf("%s: %v, %v", doc, got, err)
		}
	}
}

// FuzzSettings: what is added is there, the rest means what it meant, and removing gives it
// back.
func FuzzSettings(f *testing.F) {
	for _, doc := range []string{"", "{}", `{"a":[{"b":"\"}"}]}`, "{\n  \"hooks\": {}\n}", `{"hooks":{"Stop":[]}}`, `{"hooks":{"Stop":[{"hooks":[{"type":"x"}]}]},"y":null}`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		got, err := Add(doc, command, entries())
		if err != nil {
			return
		}
		var tree map[string]any
		if err := json.Unmarshal(got, &tree); err != nil {
			t.Fatalf("%q became %q: %v", doc, got, err)
		}
		if events, err := Has(got, command); err != nil || len(events) < 2 {
			t.Fatalf("%q became %q, with %v, %v", doc, got, events, err)
		}
		back, err := Remove(got, command)
		if err != nil {
			t.Fatalf("%q: %v", got, err)
		}
		if there, err := Has(back, command); err != nil || len(there) > 0 {
			t.Fatalf("%q has %v left, %v", back, there, err)
		}
		for name, value := range meaning(t, doc) {
			if now := meaning(t, back)[name]; name != hooksName && now != value {
				t.Fatalf("%s was %s and is %s", name, value, now)
			}
		}
	})
}

// meaning is what a text sets, by its names.
func meaning(t *testing.T, doc []byte) map[string]string {
	t.Helper()
	var tree map[string]json.RawMessage
	if len(doc) > 0 && json.Unmarshal(doc, &tree) != nil {
		return nil
	}
	out := map[string]string{}
	for name, value := range tree {
		out[name] = string(value)
	}
	return out
}

// Package tools_test holds what must be true of every built-in tool.
package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/describe"
	"parley/coordinator/tools/findings"
	"parley/coordinator/tools/fs"
)

func builtIn() []tool.Tool {
	return append(fs.Tools(fs.Options{}), askuser.New(), command.New(command.Config{}), describe.New(nil), findings.New())
}

// Strict model servers refuse a whole request for one schema that leaves a type out, so
// every part of ours has one, and no keywords beyond these.
func TestParametersAreValidForStrictServers(t *testing.T) {
	for _, built := range builtIn() {
		s := built.Spec()
		var schema any
		if err := json.Unmarshal(s.Parameters, &schema); err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		for _, fault := range strict(schema, s.Name) {
			t.Error(fault)
		}
	}
}

func TestStrictFindsFaults(t *testing.T) {
	cases := []struct{ schema, want string }{
		{`{"type":"string"}`, `[]`},
		{`{}`, `[s: no type]`},
		{`true`, `[s: not an object]`},
		{`{"type":"any"}`, `[s: type any]`},
		{`{"type":["string","null"]}`, `[]`},
		{`{"type":"null"}`, `[s: nothing but null]`},
		{`{"type":"array"}`, `[s: an array without items]`},
		{`{"type":["array","string"],"items":{}}`, `[s[]: no type]`},
		{`{"type":"object","properties":{"a":{}}}`, `[s.a: no type s: other properties are open]`},
		{`{"type":"object","properties":{},"required":["a"],"additionalProperties":false}`, `[s: a is required and not described]`},
		{`{"type":"string","oneOf":[]}`, `[s: keyword oneOf]`},
		{`{"type":"string","enum":[]}`, `[s: an empty enum]`},
	}
	for _, c := range cases {
		var schema any
		if err := json.Unmarshal([]byte(c.schema), &schema); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(strict(schema, "s")); got != c.want {
			t.Errorf("%s: got %s, want %s", c.schema, got, c.want)
		}
	}
}

// strict returns what a strict server would refuse. An object without
// properties is free.
func strict(schema any, path string) (faults []string) {
	o, ok := schema.(map[string]any)
	if !ok {
		return []string{path + ": not an object"}
	}
	add := func(format string, args ...any) { faults = append(faults, path+": "+fmt.Sprintf(format, args...)) }
	var keys []string
	for key := range o {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !slices.Contains([]string{"type", "description", "properties", "required", "additionalProperties", "items", "enum", "default",
			"minimum", "maximum", "minItems"}, key) {
			add("keyword %s", key)
		}
	}
	if values, ok := o["enum"].([]any); ok && len(values) == 0 {
		add("an empty enum")
	}
	kinds, ok := o["type"].([]any)
	if !ok {
		kinds = []any{o["type"]}
	}
	for _, kind := range kinds {
		switch kind {
		case nil:
			add("no type")
		case "string", "integer", "number", "boolean":
		case "null":
			if len(kinds) == 1 {
				add("nothing but null")
			}
		case "array":
			if o["items"] == nil {
				add("an array without items")
			} else {
				faults = append(faults, strict(o["items"], path+"[]")...)
			}
		case "object":
			faults = append(faults, strictObject(o, path)...)
		default:
			add("type %v", kind)
		}
	}
	return faults
}

func strictObject(o map[string]any, path string) (faults []string) {
	properties, ok := o["properties"].(map[string]any)
	if !ok {
		return nil
	}
	for name, p := range properties {
		faults = append(faults, strict(p, path+"."+name)...)
	}
	slices.Sort(faults)
	required, _ := o["required"].([]any)
	for _, name := range required {
		if properties[name.(string)] == nil {
			faults = append(faults, fmt.Sprintf("%s: %v is required and not described", path, name))
		}
	}
	if o["additionalProperties"] != false {
		faults = append(faults, path+": other properties are open")
	}
	return faults
}

// A text for a model never uses our internal terms.
func TestDescriptionsUseNoInnerWords(t *testing.T) {
	for _, built := range builtIn() {
		s := built.Spec()
		text := strings.ToLower(s.Description + string(s.Parameters))
		for _, word := range []string{"inquiry", "coordinator", "routing", "reviewer", "walk"} {
			if strings.Contains(text, word) {
				t.Errorf("%s says %q", s.Name, word)
			}
		}
	}
}

func TestBuiltInToolsCanBeRegistered(t *testing.T) {
	var entries []tool.Entry
	for _, built := range builtIn() {
		entries = append(entries, tool.Entry{Tool: built, Spec: built.Spec()})
	}
	r, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Names()); got != "[ask_user describe_tools fs_create_file fs_delete_file fs_grep_files fs_list_files fs_modify_file fs_move_file fs_read_file report_findings run_command]" {
		t.Errorf("got %s", got)
	}
}

func BenchmarkNewRegistry(b *testing.B) {
	var entries []tool.Entry
	for _, built := range builtIn() {
		entries = append(entries, tool.Entry{Tool: built, Spec: built.Spec()})
	}
	for b.Loop() {
		if _, err := tool.NewRegistry(entries...); err != nil {
			b.Fatal(err)
		}
	}
}

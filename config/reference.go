package config

import (
	"fmt"
	"strings"
)

// KeyInfo is one row of the table of keys, for help and completion. In Pattern a
// part in angle brackets stands for a name.
type KeyInfo struct {
	Pattern   string `json:"key"`
	Type      string `json:"type"`
	Default   string `json:"default"` // in words if it is not one value; may be empty
	Doc       string `json:"doc"`
	Untrusted string `json:"untrusted"` // what an untrusted workspace file may do with it
}

// Keys returns every key that exists.
func Keys() []KeyInfo {
	var all []KeyInfo
	for _, row := range specs() {
		k := KeyInfo{row.Pattern, typeOf(row), row.DefaultText, row.Doc, row.Untrusted.String()}
		if row.Default != nil {
			k.Default = "`" + show(row.Default, false) + "`"
		}
		all = append(all, k)
	}
	return all
}

// typeOf describes what a key holds.
func typeOf(s spec) string {
	switch s.Kind {
	case kindWord:
		return alternatives(s.Words)
	case kindEnable:
		return "true, false, " + alternatives(s.Words) + ", or a table"
	case kindTarget, kindDetached:
		return alternatives(s.Words) + ", or a table"
	case kindBool:
		return textWantBool
	case kindInt, kindBytes:
		return textWantInt + limits(s)
	case kindFloat:
		return textWantFloat + limits(s)
	case kindDuration:
		return textWantDuration
	case kindURL:
		return textWantURL
	case kindPath:
		return textWantPath
	case kindModel:
		return textWantModel
	case kindCommand:
		return textWantCommand
	case kindNames:
		return textWantNames
	case kindWords:
		return textWantWords
	case kindRules:
		return textWantRules
	case kindTable:
		return "a table"
	case kindAny:
		return "anything"
	}
	return textWantText
}

func limits(s spec) string {
	if s.Not != 0 {
		return fmt.Sprintf(", %g, or %d or more", s.Min, s.Not+1)
	}
	if s.Max == 0 {
		return fmt.Sprintf(", %g or more", s.Min)
	}
	return fmt.Sprintf(", %g to %g", s.Min, s.Max)
}

// Reference is docs/configuration.md, generated from the table so that it stays true.
func Reference() string {
	var b strings.Builder
	b.WriteString(textReference)
	section := ""
	for _, k := range Keys() {
		if at := sectionOf(k.Pattern); at != section {
			section = at
			fmt.Fprintf(&b, "\n### `%s`\n\n| key | value | default | meaning | without trust |\n| --- | --- | --- | --- | --- |\n", section)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", strings.TrimPrefix(k.Pattern, section+"."), cell(k.Type), cell(k.Default), cell(k.Doc), k.Untrusted)
	}
	return b.String()
}

// sectionOf is the table under which the reference lists a key.
func sectionOf(pattern string) string {
	for _, at := range []string{
		"conversation.tools.<tool>.questions.<question>", "conversation.tools.<tool>",
		"conversation.inquiry.assistant", "conversation.guards", "conversation",
		"providers.llm.<provider>.models.<model>", "providers.llm.<provider>", "providers.llm",
	} {
		if strings.HasPrefix(pattern, at+".") {
			return at
		}
	}
	section, _, _ := strings.Cut(pattern, ".")
	return section
}

func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

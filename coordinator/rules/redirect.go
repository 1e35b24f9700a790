package rules

import "strings"

// redirects adds to a finding what redirections require.
func (j *judge) redirects(list []redirect, so finding) finding {
	for _, d := range list {
		if why, ground := j.redirect(d); ground > so.ground {
			so = finding{ground, -1, why}
		}
	}
	return so
}

func (j *judge) redirect(d redirect) (why string, ground Ground) {
	if !d.word.plain() {
		return askedRedirect(d.shown), Always
	}
	target := d.word.text
	switch d.op {
	case "<<", "<<-":
		if len(d.names) > 0 {
			return askedVariable(d.names[0]), Always
		}
		return "", Covered
	case ">&", "<&":
		if target == "-" || len(target) == 1 && digits(target) {
			return "", Covered
		}
	case "<":
		if target == "/dev/null" {
			return "", Covered
		}
		if which := j.place(target); which != "" {
			return askedInputFrom(target, which), Always
		}
		return "", Covered
	case ">", ">>", ">|":
		if target == "/dev/null" || j.newFile(target) {
			return "", Covered
		}
		return askedOutput(target), Uncovered
	}
	return askedRedirect(d.shown), Always
}

// newFile reports whether a rule allows creating a file that does not exist.
func (j *judge) newFile(target string) bool {
	name, ok := within(j.call.Root, target)
	if !ok || j.beside.moves || climbs(target) || GivesPermission(name) != "" || strings.HasSuffix(target, "/") {
		return false
	}
	for _, i := range j.set.others {
		h := j.set.held[i]
		if h.Kind == Allow && h.File() && h.forTool("fs_create_file", Allow) && h.path.covers(name) {
			return j.path(name) == Absent && j.leads(name) == ""
		}
	}
	return false
}

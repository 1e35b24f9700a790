package rules

import "mvdan.cc/sh/v3/syntax"

// compound reads syntax that holds other commands. Anything not named here is asked about;
// the commands in it are still read, so that a denied one is found.
func (r *reader) compound(c syntax.Command) {
	if r.within > 0 {
		if b, ok := c.(*syntax.BinaryCmd); !ok || b.Op == syntax.PipeAll {
			r.strange(oddInSubstitution)
		}
	}
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		r.binary(c)
	case *syntax.Subshell:
		r.put("sub[")
		r.stmts(c.Stmts)
		r.put("]")
	case *syntax.Block:
		r.put("block[")
		r.stmts(c.Stmts)
		r.put("]")
	case *syntax.IfClause:
		for part := c; part != nil; part = part.Else {
			r.put("if[")
			r.stmts(part.Cond)
			r.put("then ")
			r.stmts(part.Then)
			r.put("]")
		}
	case *syntax.WhileClause:
		r.put("while[", map[bool]string{true: "until "}[c.Until])
		r.loops++
		r.stmts(c.Cond)
		r.put("do ")
		r.stmts(c.Do)
		r.loops--
		r.put("]")
	case *syntax.ForClause:
		r.forClause(c)
	case *syntax.CaseClause:
		r.caseClause(c)
	case *syntax.TimeClause:
		r.time(c)
	default:
		r.strange(oddShape)
		r.put("?")
		r.unknown(c)
	}
}

func (r *reader) binary(c *syntax.BinaryCmd) {
	if c.Op == syntax.PipeAll {
		r.strange(oddShape)
	}
	if at := int(c.OpPos.Offset()); at > 0 && at < len(r.line) && eaten(r.line[at-1:at+1], '|') {
		r.strange(oddEaten)
	}
	r.put("[")
	r.depth-- // a long list is no deeper than a list of two
	r.stmt(c.X)
	r.depth++
	r.put(c.Op.String())
	pipe := c.Op == syntax.Pipe || c.Op == syntax.PipeAll
	if pipe {
		r.fed++
	}
	r.stmt(c.Y)
	if pipe {
		r.fed--
	}
	r.put("]")
}

func (r *reader) forClause(c *syntax.ForClause) {
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select || c.Braces || iter.Name == nil {
		r.strange(oddShape)
		r.put("?")
		r.unknown(c)
		return
	}
	r.put("for[", iter.Name.Value, " in")
	r.set[iter.Name.Value] = true
	if !ownName(iter.Name.Value) {
		r.strange(oddLoopName)
	}
	for _, w := range iter.Items {
		r.put(r.spell.spell(w).key())
	}
	r.put(" do ")
	r.loops++
	r.stmts(c.Do)
	r.loops--
	r.put("]")
}

// ownName reports whether a loop's variable means nothing outside the loop. A shell or a program
// may read any other name, as it does PATH.
func ownName(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return !steers(name)
}

func (r *reader) caseClause(c *syntax.CaseClause) {
	r.put("case[", r.spell.spell(c.Word).key())
	if c.Braces {
		r.strange(oddShape)
	}
	for _, item := range c.Items {
		r.put("(")
		for _, p := range item.Patterns {
			r.put(r.spell.spell(p).key())
		}
		r.put(item.Op.String())
		if item.Op != syntax.Break {
			r.strange(oddShape)
		}
		r.stmts(item.Stmts)
		r.put(")")
	}
	r.put("]")
}

// time reads Bash's keyword as the program that it is in other shells: as words before the
// first simple command.
func (r *reader) time(c *syntax.TimeClause) {
	lead := []word{literal("time")}
	if c.PosixFormat {
		lead = append(lead, literal("-p"))
	}
	if c.Stmt == nil {
		r.call(nil, nil, c, lead)
		return
	}
	r.timed(c.Stmt, c, lead)
}

func (r *reader) timed(s *syntax.Stmt, node syntax.Node, lead []word) {
	if s.Negated || s.Background {
		r.strange(oddShape)
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.call(c, s.Redirs, s, lead)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe && len(s.Redirs) == 0 {
			r.put("[")
			r.timed(c.X, node, lead)
			r.put(c.Op.String())
			r.fed++
			r.stmt(c.Y)
			r.fed--
			r.put("]")
			return
		}
		r.strange(oddShape)
		r.stmt(s)
	default:
		r.strange(oddShape)
		r.stmt(s)
	}
}

// unknown reads the commands anywhere inside an unknown construct.
func (r *reader) unknown(n syntax.Node) {
	top := true
	syntax.Walk(n, func(n syntax.Node) bool {
		if top {
			top = false
			return true
		}
		switch n := n.(type) {
		case *syntax.Stmt:
			r.stmt(n)
			return false
		case *syntax.CmdSubst:
			r.substitution(n)
			return false
		}
		return true
	})
}

//go:build unix

package cli

import (
	"github.com/spf13/cobra"

	"parley/model/cli/answer"
	"parley/model/cli/bridge"
	"parley/model/cli/process"
	"parley/model/cli/screens"
)

// The commands for questions that other processes asked.
func inboxCommand(p *process.Program) *cobra.Command  { return answer.InboxCommand(p, screens.Inbox) }
func answerCommand(p *process.Program) *cobra.Command { return answer.AnswerCommand(p) }
func bridgeCommand(p *process.Program) *cobra.Command { return bridge.Command(p) }

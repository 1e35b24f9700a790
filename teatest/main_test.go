package teatest

import (
	"testing"

	_ "parley/model/cli" // what the program is made of: when it changes, this is tested again
)

func TestMain(m *testing.M) { Main(m) }

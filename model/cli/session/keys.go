package session

import (
	"parley/config"
	"parley/config/private"
	"parley/model/cli/process"
)

// Key is the key of a server by the name of its variable: from the environment,
// otherwise from keys.toml, "" if there is none. No command gets it in its
// environment.
func Key(p *process.Program, variable string) (string, error) {
	if key := p.Variable(variable); key != "" || variable == "" {
		return key, nil
	}
	keys, err := keptKeys(p)
	return keys[variable], err
}

// keptKeys are those in keys.toml.
func keptKeys(p *process.Program) (map[string]string, error) {
	places, err := config.Locate(p.Env)
	if err != nil {
		return nil, err
	}
	keys, _, err := private.ReadKeys(places.Keys)
	return keys, err
}

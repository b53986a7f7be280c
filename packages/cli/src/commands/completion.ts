import type { Command } from 'commander'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { printLine } from '../terminal.ts'

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print the completion script of a shell: eval "$(tack completion bash)".')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string) => {
      const write = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
      if (!write) throw new CommandError('The shells are bash, zsh and fish.', exitCodes.usage)
      await printLine(write(program.commands))
    })
}

const scripts = {
  bash: (commands: readonly Command[]) => `_tack() {
  local words="${namesOf(commands)}"
  case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name()}) [ "$COMP_CWORD" -gt 1 ] && words="${optionsOf(command)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tack tack`,
  zsh: (commands: readonly Command[]) => `autoload -U +X bashcompinit && bashcompinit
${scripts.bash(commands)}`,
  fish: (commands: readonly Command[]) =>
    commands
      .flatMap((command) => [
        `complete -c tack -n __fish_use_subcommand -a ${command.name()} -d '${command.description().replaceAll("'", "\\'")}'`,
        ...command.options.map(
          ({ long }) => `complete -c tack -n '__fish_seen_subcommand_from ${command.name()}' -l ${long?.slice(2)}`,
        ),
      ])
      .join('\n'),
}

function namesOf(commands: readonly Command[]): string {
  return commands.map((command) => command.name()).join(' ')
}

function optionsOf(command: Command): string {
  return command.options.flatMap(({ long }) => long ?? []).join(' ')
}

import type { Settings } from '../config.ts'
import type { EntityManager } from './database/database.ts'

/** The text that a command prints, and whether it succeeded. */
export interface AdminCommandResult {
  readonly text: string
  readonly isDone: boolean
}

/** What commands work with. */
export interface AdminContext {
  readonly em: EntityManager
  readonly settings: Settings
}

/** A command of the operator, in the program `admin`. */
export interface AdminCommand {
  readonly name: string
  /** What follows the name, such as `account id`. */
  readonly parameters: readonly string[]
  /** Gets a text for each parameter. */
  run(context: AdminContext, ...values: string[]): Promise<AdminCommandResult>
}

/** Runs the command that the arguments name. Without one, or with missing arguments, the result is how to use them. */
export async function runAdminCommand(
  commands: readonly AdminCommand[],
  context: AdminContext,
  [name, ...values]: readonly string[],
): Promise<AdminCommandResult> {
  const command = commands.find((each) => each.name === name)
  if (!command || values.length !== command.parameters.length || values.includes(''))
    return { text: describeUsage(commands), isDone: false }
  return command.run(context, ...values)
}

function describeUsage(commands: readonly AdminCommand[]): string {
  const lines = commands.map(({ name, parameters }) =>
    ['  admin', name, ...parameters.map((each) => `<${each}>`)].join(' '),
  )
  return `Changes what only the operator of this installation may. On the embedded database, stop the service first.

${lines.join('\n')}

GET /v1/auth/me returns the id of an account. For an e-mail address, the command shows the id and changes nothing.`
}

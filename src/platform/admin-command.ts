import type { DatabasePlace, Settings } from '../config.ts'
import type { Database, EntityManager } from './database/database.ts'

/** Under this name the service runs a command for the program `admin`, on its `OperatorSocket`. */
export const adminCall = 'admin'

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

/** What commands work with that open no database, or several, or work beside the running service. */
export interface StandaloneContext {
  readonly settings: Settings
  /** Opens a database without migrating it. The command closes it. */
  openDatabase(place: DatabasePlace): Promise<Database>
  /** Prints a line while the command runs. */
  report(line: string): void
}

/** A command of the operator, in the program `admin`. */
export interface AdminCommand<Context = AdminContext> {
  readonly name: string
  /** What follows the name, such as `account id`. */
  readonly parameters: readonly string[]
  /** Gets a text for each parameter. */
  run(context: Context, ...values: string[]): Promise<AdminCommandResult>
}

/** Why a command cannot do its work, in a sentence for the operator that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The command that the first arguments name. A name may have several words. */
export function findCommand<Command extends Pick<AdminCommand, 'name'>>(
  commands: readonly Command[],
  args: readonly string[],
): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => word === args[index]))
}

/** Runs the command that the arguments name. Without one, or with missing arguments, the result is how to use them. */
export async function runAdminCommand<Context = AdminContext>(
  commands: readonly AdminCommand<Context>[],
  context: Context,
  args: readonly string[],
): Promise<AdminCommandResult> {
  const command = findCommand(commands, args)
  const values = args.slice(command?.name.split(' ').length)
  if (!command || values.length !== command.parameters.length || values.includes(''))
    return { text: describeUsage(commands), isDone: false }
  return command.run(context, ...values)
}

/** How to use the commands. */
export function describeUsage(commands: readonly Pick<AdminCommand, 'name' | 'parameters'>[]): string {
  const lines = commands.map(({ name, parameters }) =>
    ['  admin', name, ...parameters.map((each) => `<${each}>`)].join(' '),
  )
  return `Changes what only the operator of this installation may. On the embedded database, stop the service before a restore or a move.

${lines.join('\n')}

GET /v1/auth/me returns the id of an account. For an e-mail address, the command shows the id and changes nothing.`
}

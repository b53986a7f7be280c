/**
 * What an error of the database says about the statement that failed:
 * - `unavailable`: the database cannot be used now, and would refuse any other statement too;
 * - `conflict`: the same statement may succeed when it is sent again;
 * - `values`: it was refused for its values, and the same statement with others may succeed;
 * - `defect`: the statement, the tables or the rights are wrong, whatever the values are.
 */
export type DatabaseErrorKind = 'unavailable' | 'conflict' | 'values' | 'defect'

/** The classes of appendix A of the manual of PostgreSQL, by the first two characters of a SQLSTATE. */
const kindsByClass: Readonly<Record<string, DatabaseErrorKind>> = {
  // Successful completion, warning, no data, statement not yet complete: none of them is raised as an error.
  '00': 'defect',
  '01': 'defect',
  '02': 'defect',
  '03': 'defect',
  // Connection exception
  '08': 'unavailable',
  // Triggered action exception, feature not supported, invalid transaction initiation, locator exception
  '09': 'defect',
  '0A': 'defect',
  '0B': 'defect',
  '0F': 'defect',
  // Invalid grantor, invalid role specification, diagnostics exception, XQuery error, case not found
  '0L': 'defect',
  '0P': 'defect',
  '0Z': 'defect',
  '10': 'defect',
  '20': 'defect',
  // Cardinality violation, data exception, integrity constraint violation
  '21': 'values',
  '22': 'values',
  '23': 'values',
  // Invalid cursor state, invalid transaction state, invalid statement name, triggered data change violation
  '24': 'defect',
  '25': 'defect',
  '26': 'defect',
  '27': 'defect',
  // Invalid authorization specification: the server knows the role no longer, or not yet.
  '28': 'unavailable',
  // Dependent privileges, invalid transaction termination, SQL routine exception, invalid cursor name
  '2B': 'defect',
  '2D': 'defect',
  '2F': 'defect',
  '34': 'defect',
  // External routine exception, external routine invocation exception, savepoint exception
  '38': 'defect',
  '39': 'defect',
  '3B': 'defect',
  // Invalid catalog name: the database is gone, or not restored yet.
  '3D': 'unavailable',
  // Invalid schema name
  '3F': 'defect',
  // Transaction rollback
  '40': 'conflict',
  // Syntax error or access rule violation, with check option violation
  '42': 'defect',
  '44': 'values',
  // Insufficient resources
  '53': 'unavailable',
  // Program limit exceeded: a smaller statement may succeed.
  '54': 'values',
  // Object not in prerequisite state, operator intervention, system error (the disk of the server)
  '55': 'unavailable',
  '57': 'unavailable',
  '58': 'unavailable',
  // Snapshot too old
  '72': 'conflict',
  // Configuration file error
  F0: 'unavailable',
  // Foreign data wrapper error
  HV: 'defect',
  // PL/pgSQL error: a function refuses what it was given.
  P0: 'values',
  // Internal error, and damaged data or indexes
  XX: 'defect',
}

/** Codes that mean something else than most of their class. */
const kindsByCode: Readonly<Record<string, DatabaseErrorKind>> = {
  // The server is read-only: a standby, or set so by its operator or when its disk is full.
  '25006': 'unavailable',
  // A session that idled in its transaction, or was in it for too long.
  '25P03': 'unavailable',
  '25P04': 'unavailable',
}

/** What a SQLSTATE says; `defect` for one of a class that PostgreSQL does not have. */
export function classifySqlState(code: string): DatabaseErrorKind {
  return kindsByCode[code] ?? kindsByClass[code.slice(0, 2)] ?? 'defect'
}

/** The SQLSTATE of a statement that would change something on a server that is read-only. */
export const readOnlyState = '25006'

/**
 * Whether the session is to be closed, because another one may succeed: it began while the server was read-only, it has
 * plans for tables as they were, or a pooler has given it to somebody else.
 */
export function isStateOfSession(code: string): boolean {
  return [readOnlyState, '0A000', '26000'].includes(code)
}

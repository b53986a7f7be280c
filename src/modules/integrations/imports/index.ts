export { LinkImport } from './import.entity.ts'
export { getImportExecutions } from './import-executions.queries.ts'

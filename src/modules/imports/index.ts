export { LinkImport } from './import.entity.ts'
export { importPlanLimit } from './import.service.ts'

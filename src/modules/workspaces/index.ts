export { createPersonalWorkspace } from './workspace.service.ts'

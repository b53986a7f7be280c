export { CommandCenterResolver } from './resolver.ts'

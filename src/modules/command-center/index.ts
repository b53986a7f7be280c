export { CommandCenterResolver } from './command-center.resolver.ts'

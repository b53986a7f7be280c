import 'reflect-metadata'
// Loads types in the order of the service: emitted files have the order in which types were loaded.
import '../../src/modules.ts'
import { recordCost } from './cost.ts'

recordCost()

// Version 9 of pg refuses a statement that is sent to a connection beside another one. Thrown here, it fails the run.
process.on('warning', (warning) => {
  if (/already executing a query/.test(warning.message)) throw warning
})

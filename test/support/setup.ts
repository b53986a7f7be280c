import 'reflect-metadata'
// In the order of the service: what is emitted has the order in which its types were loaded, whichever test is first.
import '../../src/modules.ts'

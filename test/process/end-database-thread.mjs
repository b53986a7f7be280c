import { Worker } from 'node:worker_threads'

// Loaded before the service: SIGUSR2 ends the thread of the embedded database, like a crash of it.
const { postMessage } = Worker.prototype
let thread
Worker.prototype.postMessage = function (...parameters) {
  thread = this
  return postMessage.apply(this, parameters)
}
process.on('SIGUSR2', () => thread?.terminate())

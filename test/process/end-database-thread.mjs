import { MessagePort, Worker } from 'node:worker_threads'

// Loaded before the service: after SIGUSR2 the thread of the embedded database ends, like a crash of it, with the next
// statement that writes a link. So there is always a request that waits for its answer.
let thread
let endsWithNextLink = false
const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (...parameters) {
  thread = this
  return postMessage.apply(this, parameters)
}
const { postMessage: postRequest } = MessagePort.prototype
MessagePort.prototype.postMessage = function (request, ...parameters) {
  if (endsWithNextLink && request instanceof Uint8Array && Buffer.from(request).includes('insert into "link"')) {
    endsWithNextLink = false
    thread.terminate()
  }
  return postRequest.call(this, request, ...parameters)
}
process.on('SIGUSR2', () => {
  endsWithNextLink = true
})

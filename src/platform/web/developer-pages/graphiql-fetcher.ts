/**
 * How GraphiQL sends requests, as a script. The fetcher of the library sends the Headers tab with HTTP requests only, but
 * subscriptions need it in `connection_init`; so each subscription opens its own WebSocket with graphql-transport-ws.
 *
 * The token of the last `register` or `login` is used where the Headers tab has `Bearer ` and nothing after it. It is
 * kept in memory only, so it ends with the page.
 */
export const fetcherScript = `let lastToken = ''
const withToken = (headers) => {
  const isEmpty = /^Bearer\\s*$/.test(headers.Authorization ?? '')
  return isEmpty ? { ...headers, Authorization: 'Bearer ' + lastToken } : headers
}
const post = async (body, headers) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
  const response = await fetch('/graphql', init)
  const answer = await response.json()
  const session = answer.data?.register ?? answer.data?.login
  lastToken = session?.token ?? lastToken
  return answer
}
const subscribe = (payload, headers) => ({
  subscribe(observer) {
    const socket = new WebSocket(new URL('/graphql', location.href.replace(/^http/, 'ws')), 'graphql-transport-ws')
    const send = (message) => socket.send(JSON.stringify(message))
    socket.onopen = () => send({ type: 'connection_init', payload: headers })
    socket.onclose = ({ reason }) => observer.error(new Error(reason || 'The connection was lost.'))
    const end = () => { socket.onclose = null; socket.close(1000) }
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.type === 'connection_ack') send({ type: 'subscribe', id: '1', payload })
      else if (message.type === 'next') observer.next(message.payload)
      else if (message.type === 'ping') send({ type: 'pong' })
      else if (message.type === 'error') { end(); observer.next({ errors: message.payload }); observer.complete() }
      else if (message.type === 'complete') { end(); observer.complete() }
    }
    return { unsubscribe: end }
  },
})
const fetcher = ({ operationName, ...params }, { headers = {} } = {}) => {
  // The editor analyses its text with a delay. Until then it has the name of the tab before.
  const text = params.query.replace(/#.*/g, '')
  const isNamed = new RegExp('(query|mutation|subscription)\\\\s+' + operationName + '\\\\b').test(text)
  const body = isNamed ? { operationName, ...params } : params
  const operation = new RegExp('(^|})\\\\s*subscription\\\\s*' + (isNamed ? operationName + '\\\\b' : '[\\\\w{(@]'))
  return (operation.test(text) ? subscribe : post)(body, withToken(headers))
}`

import { createStore } from '../ui/store.ts'

/** What proves who a person is, as the error `STEP_UP_REQUIRED` names it. */
export type ProofWay = 'code' | 'password' | 'page'

/** The service asks who is there. */
export interface ProofQuestion {
  readonly ways: readonly ProofWay[]
  /** Ends the question: the act that asked is sent again, or it fails. */
  readonly end: (isProven: boolean) => void
}

const question = createStore<ProofQuestion | null>(null)
export const useProofQuestion = question.use

/** Acts that are refused at the same time are answered by one dialog. */
let pending: Promise<boolean> | undefined

/**
 * Sends an operation, and once more after the person has proved who they are, if the service asks for it. What was typed stays where it
 * is meanwhile. An operation of the console changes one thing, so nothing happens twice.
 */
export async function sendProven(send: () => Promise<Response>, body: unknown): Promise<Response> {
  const response = await send()
  const ways = isMutation(body) ? await readWays(response.clone()) : null
  if (!ways || !(await ask(ways))) return response
  return sendProven(send, body)
}

function isMutation(body: unknown): boolean {
  return typeof body === 'string' && /"query":"\s*mutation\b/.test(body)
}

async function readWays(response: Response): Promise<readonly ProofWay[] | null> {
  const { errors = [] } = (await response.json().catch(() => ({}))) as Answer
  const refusal = errors.find(({ extensions }) => extensions?.code === 'STEP_UP_REQUIRED')
  return refusal ? (refusal.extensions?.ways ?? []) : null
}

interface Answer {
  readonly errors?: readonly { readonly extensions?: { readonly code?: string; readonly ways?: readonly ProofWay[] } }[]
}

function ask(ways: readonly ProofWay[]): Promise<boolean> {
  pending ??= new Promise<boolean>((end) => question.set({ ways, end })).finally(() => {
    pending = undefined
    question.set(null)
  })
  return pending
}

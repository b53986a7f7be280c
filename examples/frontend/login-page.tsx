import { Form } from './form.tsx'
import type { Problems } from './problems.ts'
import type { Session } from './session.ts'

export function LoginPage({ session, onLogIn }: { readonly session: Session; readonly onLogIn: () => void }) {
  const logIn = async ({ email = '', password = '' }: Record<string, string>): Promise<Problems> => {
    try {
      await session.logIn(email, password)
    } catch (error) {
      return { form: (error as Error).message }
    }
    onLogIn()
    return {}
  }
  return (
    <>
      <h1>Your links</h1>
      <Form label="Log in" fields={{ email: 'E-mail', password: 'Password' }} onSubmit={logIn} />
    </>
  )
}

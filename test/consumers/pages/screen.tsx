import { type FormEvent, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Problems, problemsOf } from '../../../examples/frontend/problems.ts'
import { Session } from '../../../examples/frontend/session.ts'
import { readAsDataUrl } from '../recipes/upload.ts'

export interface Link {
  readonly id: string
  readonly title: string
  readonly shortUrl: string
  readonly currentClicks: number
}

/** The inputs of the form as they are: an empty one is left out. */
export interface NewLink {
  readonly destination: string
  readonly code?: string
  readonly expiresAt?: string
}

/** Each action resolves with what is wrong, so that the screen shows it at the field. */
interface Actions {
  readonly loadMore: (() => void) | undefined
  readonly create: (input: NewLink) => Promise<Problems>
  readonly rename: (id: string, title: string) => Promise<Problems>
  readonly remove: (id: string) => Promise<Problems>
  readonly upload: (name: string, image: string) => Promise<Problems>
}

export interface ScreenProps extends Actions {
  readonly links: readonly Link[]
  readonly total: number | undefined
  /** How many clicks happened since the screen is open. */
  readonly clicks: number
  /** The address of the logo that was uploaded. */
  readonly logo: string | undefined
}

/** What all pages show. A page is its client's code for it. */
export function Screen({ links, total, clicks, logo, loadMore, ...actions }: ScreenProps) {
  const [problems, setProblems] = useState<Problems>({})
  const act = (action: Promise<Problems>) => void action.then(setProblems)
  const upload = async (file: File) => actions.upload(file.name, await readAsDataUrl(file))
  return (
    <>
      <h1>{total} links</h1>
      <Form
        names={['destination', 'code', 'expiresAt']}
        label="Create"
        problems={problems}
        onSubmit={(values) => act(actions.create(values as unknown as NewLink))}
      />
      <ul>
        {links.map(({ id, title, shortUrl, currentClicks }) => (
          <li key={id}>
            <a href={shortUrl}>{title}</a> <span>{currentClicks} clicks</span>
            <button type="button" onClick={() => act(actions.rename(id, prompt('Title') ?? ''))}>
              Rename
            </button>
            <button type="button" onClick={() => act(actions.remove(id))}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      {loadMore && (
        <button type="button" onClick={loadMore}>
          More
        </button>
      )}
      <p>{clicks} new clicks</p>
      <label>
        Logo <input type="file" onChange={({ target: { files } }) => files?.[0] && act(upload(files[0]))} />
      </label>
      {logo && <img src={logo} alt="Logo" />}
      {problems.title && <p role="alert">title {problems.title}</p>}
      {problems.form && <p role="alert">{problems.form}</p>}
    </>
  )
}

/** Nothing is wrong, or what the request was rejected with. */
export function settle(
  request: Promise<unknown>,
  errorsOf: (error: unknown) => Parameters<typeof problemsOf>[0],
): Promise<Problems> {
  return request.then(
    () => ({}),
    (error) => problemsOf(errorsOf(error)),
  )
}

interface FormProps {
  readonly names: readonly string[]
  readonly label: string
  readonly problems: Problems
  readonly onSubmit: (values: Record<string, string>) => void
}

function Form({ names, label, problems, onSubmit }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    onSubmit(Object.fromEntries(values.filter(([, value]) => value !== '')))
  }
  return (
    <form onSubmit={submit} noValidate>
      {names.map((name) => (
        <label key={name}>
          {name} <input name={name} aria-invalid={name in problems} aria-errormessage={`${name}-problem`} />
          <span id={`${name}-problem`}>{problems[name]}</span>
        </label>
      ))}
      <button type="submit">{label}</button>
    </form>
  )
}

export interface PageSettings {
  readonly url: string
  readonly session: Session
  readonly workspaceId: string
}

/** Shows the login, then the page. The address has the place of the API: `#url=http://localhost:3000/graphql&workspace=wsp_...`. */
export function mount(render: (settings: PageSettings) => ReactNode): void {
  const parameters = new URLSearchParams(location.hash.slice(1))
  const url = parameters.get('url') ?? ''
  const session = new Session(url)
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  const show = () =>
    root.render(
      session.isOpen ? (
        render({ url, session, workspaceId: parameters.get('workspace') ?? '' })
      ) : (
        <Login session={session} onLogIn={show} />
      ),
    )
  show()
}

function Login({ session, onLogIn }: { readonly session: Session; readonly onLogIn: () => void }) {
  const [problem, setProblem] = useState('')
  const logIn = ({ email = '', password = '' }: Record<string, string>) =>
    session.logIn(email, password).then(onLogIn, ({ message }) => setProblem(message))
  return <Form names={['email', 'password']} label="Log in" problems={{ password: problem }} onSubmit={logIn} />
}

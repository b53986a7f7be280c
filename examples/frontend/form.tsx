import { type FormEvent, useState } from 'react'
import type { Problems } from './problems.ts'

interface FormProps {
  readonly label: string
  /** The inputs by the names that the API gives its fields, with their labels. */
  readonly fields: Readonly<Record<string, string>>
  /** Resolves with what is wrong. */
  readonly onSubmit: (values: Record<string, string>) => Promise<Problems>
}

/** A form that shows each problem at its field, and is empty again when there was none. */
export function Form({ label, fields, onSubmit }: FormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = await onSubmit(Object.fromEntries(new FormData(form)) as Record<string, string>)
    setProblems(found)
    if (Object.keys(found).length === 0) form.reset()
  }
  return (
    <form onSubmit={submit}>
      {Object.entries(fields).map(([name, text]) => (
        <label key={name}>
          {text}
          <input
            name={name}
            type={name === 'password' ? 'password' : 'text'}
            aria-invalid={name in problems}
            aria-describedby={`${name}-problem`}
          />
          <span role="alert" id={`${name}-problem`}>
            {problems[name]}
          </span>
        </label>
      ))}
      <button type="submit">{label}</button>
      {problems.form && <p role="alert">{problems.form}</p>}
    </form>
  )
}

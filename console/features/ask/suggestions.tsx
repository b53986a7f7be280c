import { Button } from '../../ui/button.tsx'
import styles from './ask.module.css'

interface SuggestionsProps {
  readonly name: string
  readonly questions: readonly string[]
  readonly onAsk: (question: string) => void
}

/** Questions that can be asked by a click. */
export function Suggestions({ name, questions, onAsk }: SuggestionsProps) {
  return (
    <section className={styles.suggestions}>
      <h2>{name}</h2>
      <ul lang="en">
        {questions.map((each) => (
          <li key={each}>
            <Button onPress={() => onAsk(each)}>{each}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

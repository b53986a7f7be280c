import type { JsonSchema } from './json-schema.ts'

/** A part of an operation, with the name that it has as a component. Parts with the same text are the same. */
export interface NamedComponent {
  readonly name: string
  readonly component: JsonSchema
}

/** The parts that several operations have, defined once under their names. */
export class SharedComponents {
  readonly components: Readonly<Record<string, JsonSchema>>
  private readonly namesByText: ReadonlyMap<string, string>

  /**
   * The most frequent first. Of several with one name, only the first becomes a component, unless `renames` has another
   * name for one of them.
   */
  constructor(
    private readonly kind: 'parameters' | 'responses' | 'examples',
    all: readonly NamedComponent[],
    renames: (part: NamedComponent) => string = ({ name }) => name,
  ) {
    const groups = [...Map.groupBy(all, ({ component }) => JSON.stringify(component))]
    const repeated = groups.filter(([, group]) => group.length > 1).sort(([, a], [, b]) => b.length - a.length)
    const shared = new Map<string, readonly [string, JsonSchema]>()
    for (const [text, [first]] of repeated) {
      if (!first) continue
      const name = shared.has(first.name) ? renames(first) : first.name
      if (!shared.has(name)) shared.set(name, [text, first.component])
    }
    this.components = Object.fromEntries([...shared].map(([name, [, component]]) => [name, component]))
    this.namesByText = new Map([...shared].map(([name, [text]]) => [text, name]))
  }

  /** A reference to a shared part, or the part itself. */
  refer(component: JsonSchema): JsonSchema {
    const name = this.namesByText.get(JSON.stringify(component))
    return name === undefined ? component : { $ref: `#/components/${this.kind}/${name}` }
  }
}

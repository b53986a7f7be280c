import { InsufficientScope } from '../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import { formatAndLogError, wrapError } from '../../../platform/graphql/error-formatting.ts'
import type { OperationRunner } from '../../../platform/graphql/operation-runner.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Quota } from '../../../platform/graphql/request-limits.ts'
import type { ToolCalls } from './mcp-server.ts'
import { assertArguments, toVariables } from './tool-arguments.ts'
import { type ToolResult, toToolResult } from './tool-results.ts'
import type { Tool } from './tools.ts'

/** Runs the tools of callers as operations of the graph, with their rules, prices and limits. */
export class ToolRunner {
  private readonly toolsByName: ReadonlyMap<string, Tool>

  constructor(
    private readonly tools: readonly Tool[],
    private readonly runner: OperationRunner,
    private readonly quota: Quota,
  ) {
    this.toolsByName = new Map(tools.map((tool) => [tool.listed.name, tool]))
  }

  find(name: unknown): Tool | undefined {
    return this.toolsByName.get(String(name))
  }

  /** The tools and calls of one request. */
  callsOf(context: RequestContext): ToolCalls {
    return {
      list: () =>
        this.tools.filter((tool) => findMissingScope(context, tool) === undefined).map(({ listed }) => listed),
      call: (name, args) => {
        const tool = this.find(name)
        return tool && this.call(context, tool, args)
      },
    }
  }

  /** Throws `InsufficientScope` for a tool that the credential may not call. */
  assertScopes(context: RequestContext, tool: Tool): void {
    const missing = findMissingScope(context, tool)
    if (missing) throw new InsufficientScope(missing)
  }

  /** What a caller can do something about is the result of the call, also a limit that is used up. */
  private async call(
    context: RequestContext,
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
  ): Promise<ToolResult> {
    try {
      await this.quota.charge(context)
      this.assertScopes(context, tool)
      assertArguments(tool, args)
      return await this.run(context, tool, args)
    } catch (error) {
      return toToolResult({ errors: [formatAndLogError(wrapError(error), context)] })
    }
  }

  private async run(context: RequestContext, tool: Tool, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const request = { query: tool.document, variables: toVariables(tool, args) }
    const outcome = await this.runner.run(() => request, context, { interface: 'mcp' })
    if (outcome.kind !== 'result') throw new Error('A tool is no subscription.')
    const { image } = context.response
    return toToolResult(outcome.result, image && { mediaType: image.mediaType, bytes: await image.render() })
  }
}

function findMissingScope({ caller }: RequestContext, { scopes }: Tool) {
  const { scopes: granted } = requireAccount(caller)
  return [...scopes].find((scope) => !granted.has(scope))
}

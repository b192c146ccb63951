import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst } from '#tests/support/file-order'

/**
 * The order in which vitest starts test files: long ones first, so that none of them runs alone at the end,
 * and files of several folders in turn, so that those that mostly wait run next to those that keep the
 * machine busy.
 */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return [...new Set(sorted.map(groupOf))].flatMap((group) =>
      longestFirst(
        sorted.filter((file) => groupOf(file) === group),
        ({ moduleId }) => relative(this.ctx.config.root, moduleId),
      ),
    )
  }
}

/** An owner's page: invite participants, change the phases, add baselines, score again, take the bundle. */
import { Empty } from '../parts/loading.tsx';
import { BundleBox } from './bundle-box.tsx';
import type { Competition } from './competition.ts';
import { EditPhases } from './edit-phases.tsx';
import { Participants } from './participants.tsx';
import { ReferenceForm } from './reference-form.tsx';
import { RescoreForm } from './rescore-form.tsx';

export function ManagePage({ competition, reload }: { competition: Competition; reload(): Promise<void> }) {
  const { id: board, owner, live } = competition;
  if (!owner) return <Empty>Only owners can manage a competition.</Empty>;
  return (
    <>
      {live && <Participants board={board} />}
      {live && <EditPhases competition={competition} reload={reload} />}
      {live && <ReferenceForm competition={competition} />}
      {live && <RescoreForm competition={competition} reload={reload} />}
      <BundleBox board={board} />
    </>
  );
}

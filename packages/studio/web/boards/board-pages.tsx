/** Which page of the leaderboards an address shows. All of them are loaded together, when the first one is wanted. */
import './boards.css';
import type { Who } from '../app.tsx';
import { Empty } from '../parts/loading.tsx';
import { Link } from '../parts/navigation.tsx';
import { AboutPage } from './about-page.tsx';
import { BoardFrame } from './board-frame.tsx';
import { BundleBox } from './bundle-box.tsx';
import { type Competition, mainPhase } from './competition.ts';
import { EditPhases } from './edit-phases.tsx';
import { ListPage } from './list-page.tsx';
import { NewBoardPage } from './new-board-page.tsx';
import { Participants } from './participants.tsx';
import { PhasePage } from './phase-page.tsx';
import { ReferenceForm } from './reference-form.tsx';
import { RescoreForm } from './rescore-form.tsx';
import { RescoringPage } from './rescoring-page.tsx';
import { SubmissionPage } from './submission-page.tsx';
import { SubmissionsPage } from './submissions-page.tsx';
import { SubmitPage } from './submit-page.tsx';

export function BoardPages({ path, who }: { path: string; who: Who | null }) {
  const [, board, name = '', id = ''] = path.slice(1).split('/').map(decode);
  if (board === undefined) return <ListPage mayChange={who?.role === 'owner'} />;
  if (board === 'new' && name === '') return <NewBoardPage mayChange={who?.role === 'owner'} />;
  return (
    <BoardFrame key={board} board={board} here={name === 'phases' ? '' : id === '' ? name : `${name}/${id}`}>
      {(competition, reload) => <BoardPage competition={competition} reload={reload} name={name} id={id} />}
    </BoardFrame>
  );
}

interface BoardPageProps {
  competition: Competition;
  reload(): Promise<void>;
  name: string;
  id: string;
}

function BoardPage({ competition, reload, name, id }: BoardPageProps) {
  const { phases } = competition;
  if (name === '' || name === 'phases') {
    const phase = name === '' ? mainPhase(phases) : phases.find(({ number }) => String(number) === id);
    return phase ? <PhasePage key={`${name} ${phase.number}`} competition={competition} phase={phase} /> : <NoPage />;
  }
  if (name === 'about') return <AboutPage competition={competition} />;
  if (name === 'submit') return <SubmitPage competition={competition} reload={reload} />;
  if (name === 'submissions' && id === '') return <SubmissionsPage competition={competition} reload={reload} />;
  if (name === 'submissions') return <SubmissionPage key={id} competition={competition} submission={id} />;
  if (name === 'rescorings') return <RescoringPage key={id} competition={competition} number={Number(id)} />;
  if (name === 'manage') return <ManagePage competition={competition} reload={reload} />;
  return <NoPage />;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function NoPage() {
  return (
    <Empty>
      There is no such page. <Link to="/boards">To the leaderboards</Link>
    </Empty>
  );
}

function ManagePage({ competition, reload }: { competition: Competition; reload(): Promise<void> }) {
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

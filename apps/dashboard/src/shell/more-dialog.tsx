import { Dialog } from '../parts/dialog.tsx';
import { NavLinks } from './nav-links.tsx';
import { MORE } from './navigation.ts';

/** The pages that the bar of a phone has no space for. */
export default function MoreDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="More">
      <NavLinks to={MORE} onGo={onClose} />
    </Dialog>
  );
}

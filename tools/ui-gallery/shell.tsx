import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Bell from 'lucide-react/icons/bell';
import Clock from 'lucide-react/icons/clock';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Receipt from 'lucide-react/icons/receipt';
import User from 'lucide-react/icons/user';
import { useState } from 'react';
import { Avatar } from '../../app/ui/avatar.tsx';
import { CountBadge } from '../../app/ui/badge.tsx';
import { IconButton } from '../../app/ui/button.tsx';
import { PageTitle } from '../../app/ui/layout.tsx';
import { Wordmark } from '../../app/ui/mark.tsx';
import { AreaFrame, BottomTabs, type NavItem, SideMenu, TopBar } from '../../app/ui/shell.tsx';
import { Figures } from './figures.tsx';

export function Shell() {
  const [collapsed, setCollapsed] = useState(false);
  const items: NavItem[] = [
    {
      key: 'home',
      href: '/client-dashboard',
      label: 'Accueil',
      icon: <House aria-hidden="true" />,
      current: true,
    },
    { key: 'actions', href: '/a', label: 'Actions', icon: <ArrowLeftRight aria-hidden="true" /> },
    {
      key: 'pending',
      href: '/b',
      label: 'En attente',
      icon: <Clock aria-hidden="true" />,
      count: <CountBadge count={2} label="2 demandes" />,
    },
    { key: 'fees', href: '/c', label: 'Tarifs', icon: <Receipt aria-hidden="true" /> },
    { key: 'profile', href: '/d', label: 'Profil', icon: <User aria-hidden="true" /> },
  ];
  return (
    <AreaFrame
      collapsed={collapsed}
      side={
        <SideMenu
          label="Menu de l’espace client"
          brand={<Wordmark name="Guichet" />}
          collapsed={collapsed}
          onToggle={() => setCollapsed(!collapsed)}
          toggleLabel="Replier le menu"
          groups={[
            { key: 'main', items },
            {
              key: 'more',
              title: 'Session',
              items: [
                {
                  key: 'out',
                  label: 'Se déconnecter',
                  icon: <LogOut aria-hidden="true" />,
                  onPress: () => {},
                },
              ],
            },
          ]}
        />
      }
      top={
        <TopBar
          start={<strong>Bonjour Camille</strong>}
          end={
            <>
              <IconButton label="Notifications" size="dense">
                <Bell aria-hidden="true" />
              </IconButton>
              <Avatar initials="CM" size="small" />
            </>
          }
        />
      }
      bottom={<BottomTabs label="Menu" items={items} />}
    >
      <main id="main" className="page" tabIndex={-1}>
        <PageTitle size="quiet">Tableau de bord</PageTitle>
        <Figures />
      </main>
    </AreaFrame>
  );
}

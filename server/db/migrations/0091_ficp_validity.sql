-- How long a consultation of the FICP serves an offer or an agreement, a decision of the house until a text says otherwise.
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('ficp.validDays', '1900-01-01', '30', 'Décision de l’établissement', 'decision');
